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

/** No request of the app is nested deeper than a few levels. */
const DEPTH_MAX = 16

/**
 * The body as it was sent, including fields that are in no schema. It is hashed.
 *
 * Refuses  input.invalid
 */
export function asSent(body: unknown): unknown {
  if (isCanonical(body, DEPTH_MAX)) return body
  const reason = 'a number, a text or its depth is not valid'
  throw new RefusedRequest(refuse('input.invalid', { reason }))
}

function isCanonical(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return true
  return (
    depth > 0 &&
    Object.entries(value).every(
      ([key, item]) => isCanonical(key, 0) && isCanonical(item, depth - 1),
    )
  )
}

/**
 * Refuses ids and symbols that cannot exist.
 *
 * Refuses  item.unknown
 */
export function parseParams(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  const parsed = schema?.safeParse(value)
  if (parsed?.success === false) throw new RefusedRequest(refuse('item.unknown'))
  return parsed?.data
}
