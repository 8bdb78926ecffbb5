import type * as z from 'zod/v4/core'

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  uuid: 'a UUID',
  url: 'an address such as https://example.com/path',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
}

/** The unit of a size, by the kind of value; numbers have none. */
const COUNTED: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

/**
 * What to send instead of a value, as text after the name of its field: "must be a number". A check
 * with its own message keeps it.
 */
export const inputProblem: z.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing'
      return `must be ${TYPES[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : `must be ${alternatives(issue.values)}`
    case 'invalid_format':
      return formatProblem(issue)
    case 'too_small':
      return sizeProblem(issue, issue.minimum, issue.inclusive ? 'at least' : 'more than')
    case 'too_big':
      return sizeProblem(issue, issue.maximum, issue.inclusive ? 'at most' : 'less than')
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `must not have ${alternatives(issue.keys)}`
    case 'invalid_union':
      return unionProblem(issue)
    default:
      return 'is not valid'
  }
}

function formatProblem({
  format,
  pattern,
}: z.$ZodRawIssue<z.$ZodIssueInvalidStringFormat>): string {
  const name = FORMATS[format]
  if (name) return `must be ${name}`
  return pattern === undefined ? 'is not valid' : `must match ${pattern}`
}

function sizeProblem(
  { origin }: { readonly origin: string },
  bound: number | bigint,
  than: string,
): string {
  const counted = COUNTED[origin]
  if (!counted) return `must be ${than} ${bound}`
  const [one, many] = counted
  if (Number(bound) === 1 && than === 'at least') return 'must not be empty'
  return `must have ${than} ${bound} ${Number(bound) === 1 ? one : many}`
}

/** If several kinds of value are allowed: the distinct problems of all of them. */
function unionProblem(issue: z.$ZodRawIssue<z.$ZodIssueInvalidUnion>): string {
  if (issue.input === undefined) return 'is missing'
  const { errors, options } = issue as { errors: z.$ZodIssue[][]; options?: unknown[] }
  if (options) return `must be ${alternatives(options)}`
  const problems = errors.flatMap(([first]) =>
    first ? [[...first.path, first.message].join(' ')] : [],
  )
  return [...new Set(problems)].join(', or ') || 'is not valid'
}

function alternatives(values: readonly unknown[]): string {
  const texts = values.map(String)
  const last = texts.pop()
  return texts.length === 0 ? `${last}` : `${texts.join(', ')} or ${last}`
}
