import type { FastifyRequest } from 'fastify'
import type { EventLog } from '#server/events/log.ts'
import type { Caller } from '#server/platform/caller.ts'

export type KeyLookUp = Pick<EventLog, 'keyOf' | 'findByKey'>

type Named = Pick<FastifyRequest, 'headers' | 'idempotencyKey' | 'caller'>

/** Whether the caller has used the request's key for a recorded command. */
export async function isKeyKnown(log: KeyLookUp | undefined, request: Named): Promise<boolean> {
  return (await find(log, request, NO_HASH)) !== undefined
}

/** No request has this hash. */
const NO_HASH = Buffer.alloc(0)

/** Whether the caller has sent exactly this request before, and what it did is recorded. */
export async function isRecorded(
  log: KeyLookUp | undefined,
  request: Named,
  hash: Buffer,
): Promise<boolean> {
  return (await find(log, request, hash))?.reused === false
}

async function find(log: KeyLookUp | undefined, request: Named, hash: Buffer) {
  const key = keyOf(request)
  if (!log || !key) return undefined
  return log.findByKey(await log.keyOf(actorIdOf(request.caller), key), hash)
}

/** The user to whom its key belongs. */
export function actorIdOf(caller: Caller | undefined): string {
  return caller?.userId ?? 'visitor'
}

/** The key sent by the client: without one, there is no other attempt. */
export function keyOf({ headers, idempotencyKey }: Named): string | undefined {
  return headers['idempotency-key'] ? idempotencyKey : undefined
}
