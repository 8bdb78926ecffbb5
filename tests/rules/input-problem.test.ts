import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { inputProblem } from '#server/platform/input-problem.ts'

/** The problems of a value, each with its path. */
function problemsOf(schema: z.ZodMiniType, value: unknown): string[] {
  const { error } = schema.safeParse(value, { error: inputProblem })
  return error?.issues.map(({ path, message }) => [...path, message].join(' ')) ?? []
}

const byIdOrEmail = z.union([z.object({ id: z.uuid() }), z.object({ email: z.email() })])
const byKind = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('coin') }),
  z.object({ kind: z.literal('note') }),
])

describe('the problem of a value', () => {
  it.each([
    [z.string(), undefined, 'is missing'],
    [z.enum(['buy', 'sell']), undefined, 'is missing'],
    [byIdOrEmail, undefined, 'is missing'],
    [z.string(), 5, 'must be text'],
    [z.number(), '5', 'must be a number'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.array(z.string()), 'a', 'must be a list'],
    [z.object({}), [], 'must be an object'],
    [z.record(z.string(), z.string()), 'a', 'must be an object'],
    [z.enum(['buy', 'sell', 'hold']), 'wait', 'must be buy, sell or hold'],
    [z.literal(true), false, 'must be true'],
    [z.string().check(z.minLength(1)), '', 'must not be empty'],
    [z.string().check(z.minLength(2)), 'a', 'must have at least 2 characters'],
    [z.string().check(z.maxLength(1)), 'ab', 'must have at most 1 character'],
    [z.array(z.string()).check(z.maxLength(2)), ['a', 'b', 'c'], 'must have at most 2 entries'],
    [z.number().check(z.gte(1)), 0, 'must be at least 1'],
    [z.number().check(z.gt(1)), 1, 'must be more than 1'],
    [z.number().check(z.lte(1)), 2, 'must be at most 1'],
    [z.number().check(z.lt(1)), 1, 'must be less than 1'],
    [z.number().check(z.multipleOf(5)), 7, 'must be a multiple of 5'],
    [z.uuid(), 'a', 'must be a UUID'],
    [z.email(), 'a', 'must be an email address'],
    [z.url(), 'a', 'must be an address such as https://example.com/path'],
    [z.iso.date(), '31 January', 'must be a date such as 2026-01-31'],
    [z.iso.datetime(), 'noon', 'must be a time such as 2026-01-31T12:00:00Z'],
    [z.string().check(z.regex(/^\d+$/)), 'a', 'must match /^\\d+$/'],
    [z.strictObject({}), { note: 1, sum: 2 }, 'must not have note or sum'],
    [byKind, { kind: 'card' }, 'kind must be coin or note'],
    [byIdOrEmail, {}, 'id is missing, or email is missing'],
    [z.union([z.string(), z.number()]), null, 'must be text, or must be a number'],
  ])('is described in case %$: %3$s', (schema, value, problem) => {
    expect(problemsOf(schema, value)).toEqual([problem])
  })

  it('is described by the check’s own message if it has one', () => {
    const schema = z.string().check(z.regex(/^\d+$/, 'is no position'))
    expect(problemsOf(schema, 'a')).toEqual(['is no position'])
  })
})
