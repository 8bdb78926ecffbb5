import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import {
  type Authenticate,
  accessRefusal,
  type Caller,
  mayLearnOutcome,
  resolveCaller,
} from '#server/platform/caller.ts'
import type { Clock } from '#server/platform/clock.ts'
import { respondInTime } from '#server/platform/deadline.ts'
import { sendRefusal } from '#server/platform/errors.ts'
import { isKeyKnown, type KeyLookUp } from '#server/platform/known-keys.ts'
import { newId } from '#server/platform/new-id.ts'
import { LIMITS, limited, limitedAddress, type RateLimits } from '#server/platform/rate-limits.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import type { RefusalCode } from '#shared/errors.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    idempotencyKey: string | undefined
    /** Sent as the response, unless the request is recorded under its key. */
    refusedUnlessRepeated: Refusal | undefined
    /** The code of the refusal that was sent. */
    refusedWith: RefusalCode | undefined
  }
}

export interface GuardContext {
  readonly identity: { readonly authenticate: Authenticate }
  readonly rateLimits: RateLimits
  readonly clock: Clock
  readonly log?: KeyLookUp
}

const KEY_HEADER = 'idempotency-key'
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/**
 * The checks that a request must pass before its body is read, cheapest first. A disabled user may
 * still get the result of an earlier request, so the key is looked up first.
 *
 * Refuses  rate.limited, input.invalid, session.*, access.*, account.disabled,
 *          idempotency.key_invalid: first match wins
 */
export function guardRoute(
  route: RouteDefinition,
  context: GuardContext,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const startedMs = performance.now()
    const refusal = await respondInTime(refusalOf(route, context, request), 0)
    request.guardedMs = performance.now() - startedMs
    if (refusal) return sendRefusal(reply, refusal)
    if (request.idempotencyKey) reply.header(KEY_HEADER, request.idempotencyKey)
  }
}

async function refusalOf(
  route: RouteDefinition,
  { identity, rateLimits, clock, log }: GuardContext,
  request: FastifyRequest,
): Promise<Refusal | undefined> {
  const { ip } = request
  const early =
    (await limitedAddress(rateLimits, { ip, perMinute: LIMITS.byAddress })) ??
    unstorableUrl(request)
  if (early) return early

  const caller = await resolveCaller(request, identity.authenticate)
  request.caller = caller
  const refused = accessRefusal(route, request, caller)
  if (refused && !(caller && mayLearnOutcome(refused, route, request, caller))) return refused
  const late =
    (caller && (await limited(rateLimits, `user ${caller.userId}`, LIMITS.byCaller))) ??
    (await limitedRoute(route, rateLimits, { ip, caller }))
  if (late) return late
  const unkeyed = readKey(route, request, clock)
  if (!refused || unkeyed) return refused ?? unkeyed
  // So that the device knows that no earlier attempt was accepted.
  if (!(await isKeyKnown(log, request))) return refuse(refused.refused, { recorded: false })
  request.refusedUnlessRepeated = refused
  return undefined
}

/** A route without a session also counts the address: a token must not allow further attempts. */
async function limitedRoute(
  route: RouteDefinition,
  rateLimits: RateLimits,
  { ip, caller }: { ip: string; caller: Caller | undefined },
): Promise<Refusal | undefined> {
  const { method, path, perMinute } = route
  if (!perMinute) return undefined
  const name = ` ${method} ${path}`
  const refusal = caller && (await limited(rateLimits, `user ${caller.userId}${name}`, perMinute))
  if (refusal || route.access !== 'public') return refusal
  return limitedAddress(rateLimits, { ip, route: name, perMinute })
}

/** PostgreSQL cannot store NUL in text, so no valid address has one. */
function unstorableUrl(request: FastifyRequest): Refusal | undefined {
  if (!request.raw.url?.includes('%00')) return undefined
  return refuse('input.invalid', { reason: 'the address must not contain NUL characters' })
}

function readKey(
  route: RouteDefinition,
  request: FastifyRequest,
  clock: Clock,
): Refusal | undefined {
  if (route.idempotency !== 'key') return undefined
  // Without a key the write is attempted once, and the response contains the generated key.
  const key = request.headers[KEY_HEADER] ?? newId(clock)
  if (typeof key !== 'string' || !UUID.test(key)) return refuse('idempotency.key_invalid')
  request.idempotencyKey = key.toLowerCase()
  return undefined
}
