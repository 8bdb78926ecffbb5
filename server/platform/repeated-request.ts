import type * as z from 'zod/mini'
import type { EventLog } from '#server/events/log.ts'
import { RefusedRequest } from '#server/platform/errors.ts'
import { actorIdOf, hashOf, type Received, sentBody } from '#server/platform/request-cause.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import type { Refusal } from '#shared/refusal.ts'

export type KeyLookUp = Pick<EventLog, 'keyOf' | 'findByKey'>

/** A request whose key is known, although this release does not accept what it says. */
export interface RepeatedRequest {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  /**
   * Answers it unless its first attempt is found: its hash is not the one recorded, which may be that
   * of another request, or one that the handler makes itself.
   */
  readonly otherwise: Refusal | undefined
}

/**
 * What a request says, as far as this release can read it, where the schemas refuse it and its key is
 * known: an earlier release has accepted it, and its sender must not be told that it was refused. The
 * handler gets the fields that the schemas refuse as they were sent. It decides nothing: of a repeated
 * key, `handleCommand` returns what the first attempt did.
 *
 * @throws the refusal of the schemas, where the key is not known
 */
export async function readRepeated(
  route: RouteDefinition,
  { log, error }: { readonly log: KeyLookUp | undefined; readonly error: unknown },
  received: Received,
): Promise<RepeatedRequest> {
  const { request, form } = received
  const key = request.headers['idempotency-key'] && request.idempotencyKey
  if (!(error instanceof RefusedRequest && log && key)) throw error
  const recordedKey = await log.keyOf(actorIdOf(request.caller), key)
  const found = await log.findByKey(recordedKey, hashOf(route, received))
  if (!found) throw error
  return {
    params: readLoosely(route.params, request.params),
    query: readLoosely(route.query, request.query),
    body: readLoosely(route.body, sentBody({ request, form })),
    otherwise: found.reused ? error.refusal : undefined,
  }
}

type Fields = Readonly<Record<string, z.ZodMiniType>>

/** Each field as its schema reads it, or else as it was sent. */
function readLoosely(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const whole = schema.safeParse(value)
  if (whole.success) return whole.data
  const { shape } = schema._zod.def as { readonly shape?: Fields }
  if (!shape || typeof value !== 'object' || value === null) return value
  const sent = value as Readonly<Record<string, unknown>>
  const fields = Object.entries(shape).map(([name, field]) => {
    const read = field.safeParse(sent[name])
    return [name, read.success ? read.data : sent[name]] as const
  })
  return Object.fromEntries(fields.filter(([, read]) => read !== undefined))
}
