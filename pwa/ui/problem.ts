import { wordsOf } from '#shared/text/failure.ts'
import { t } from '#shared/text/t.ts'
/** Why a form cannot be submitted, as the user reads it. */
export interface Problem {
  /** Empty where the messages at the fields say all of it. */
  readonly title: string
  readonly message: string
  /** The code of the refusal or failure; absent if the form found the problem. */
  readonly code?: string
  /** What to say at which field, in the order of the form. */
  readonly fields?: Readonly<Record<string, string>>
}

/** A form's own title and message. */
export type Wording = Pick<Problem, 'title' | 'message'>

export interface Failure {
  readonly code: string
  readonly error: string
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** Responses that are not from our server: a proxy's page, a body that is not JSON. */
const UNREADABLE: readonly string[] = ['http', 'answer.unreadable']

/** True if a proxy responded instead of our server. */
export function isUnreadable({ code }: Pick<Failure, 'code'>): boolean {
  return UNREADABLE.includes(code)
}

/** The server's text for a refusal; the form's text, if any, for a fault. */
export function problemOfFailure(failure: Failure, failed?: Wording): Problem {
  const { code } = failure
  if (failed && (code === 'fault' || isUnreadable(failure))) return { ...failed, code }
  return { ...wordsOf(failure), code }
}

/** A problem of one field: the field itself says title and message. */
export function problemAt(field: string, problem: Problem): Problem {
  return { ...problem, fields: { [field]: problem.message } }
}

/** A problem with a message for each field; undefined without messages. */
export function fieldProblem(
  fields: Readonly<Record<string, string | undefined>>,
  { title, message }: Partial<Wording> = {},
): Problem | undefined {
  const wrong = Object.entries(fields).filter((entry): entry is [string, string] => !!entry[1])
  const [first] = wrong
  if (!first) return undefined
  return { title: title ?? '', message: message ?? first[1], fields: Object.fromEntries(wrong) }
}

/** Marks each field that is empty; undefined if none is. A file that is missing is undefined. */
export function missingProblem(
  fields: Readonly<Record<string, string | File | undefined>>,
  problem: Problem,
): Problem | undefined {
  const empty = Object.entries(fields).map(([name, value]) => {
    if (value === undefined) return [name, t('This image is missing.')]
    return [name, typeof value === 'string' && value.trim() === '' && t('Please fill this in.')]
  })
  const missing = empty.filter(([, text]) => text)
  return missing.length === 0 ? undefined : { ...problem, fields: Object.fromEntries(missing) }
}
