import type * as z from 'zod/mini'
import { invalidInput, RefusedRequest } from '#server/platform/errors.ts'
import { inputProblem } from '#server/platform/input-problem.ts'
import { refuse } from '#shared/refusal.ts'

/** Refuses  input.invalid */
export function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value, { error: inputProblem })
  if (parsed.success) return parsed.data
  throw new RefusedRequest(invalidInput(parsed.error.issues))
}

/**
 * Nothing has an id or a symbol that cannot exist.
 *
 * Refuses  item.unknown
 */
export function parseParams(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  const parsed = schema?.safeParse(value)
  if (parsed?.success === false) throw new RefusedRequest(refuse('item.unknown'))
  return parsed?.data
}
