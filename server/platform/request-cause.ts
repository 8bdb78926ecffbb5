import type { FastifyRequest } from 'fastify'
import type { CommandInput } from '#server/events/handle-command.ts'
import { accessRefusal, actsAsStaff, type Caller, resolveCaller } from '#server/platform/caller.ts'
import { type Durability, placeHeaders } from '#server/platform/durability.ts'
import type { GuardContext } from '#server/platform/guard.ts'
import { actorIdOf } from '#server/platform/known-keys.ts'
import type { ReadRequest } from '#server/platform/repeated-request.ts'
import type { Received } from '#server/platform/request-hash.ts'
import { staffGuard } from '#server/platform/staff-guard.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { isStaff } from '#shared/rules/permissions.ts'
import { instantOf } from '#shared/time.ts'

/** The key, hash, actor, time and epoch of a command, and a callback for the place of its event. */
export type Cause = Pick<
  CommandInput<never, never>,
  | 'requestHash'
  | 'metadata'
  | 'epoch'
  | 'recorded'
  | 'submission'
  | 'isRepeated'
  | 'actorRefusal'
  | 'restsOn'
> & {
  readonly key: { readonly header: string; readonly actorId: string }
}

interface CauseContext extends Pick<GuardContext, 'clock' | 'identity'> {
  readonly durability?: Pick<Durability, 'positionOf'>
}

export function causeOf(
  route: RouteDefinition,
  context: CauseContext,
  { request, reply, epoch, submission }: Received,
  { hash, attestation, isRepeated }: ReadRequest,
): Cause {
  const { caller } = request
  return {
    key: {
      // A naturally idempotent write is attempted only once, so its request id identifies it.
      header: request.idempotencyKey ?? request.id,
      actorId: actorIdOf(caller),
    },
    metadata: {
      actor: actorOf(caller),
      at: instantOf(context.clock.now()),
      correlation: request.id,
      ...attestation,
    },
    requestHash: hash,
    epoch,
    submission,
    isRepeated,
    ...staffChecks(route, context, request),
    recorded: placeHeaders(reply, context.durability),
  }
}

/**
 * A decision by staff may have to wait, for a price or for their previous decision. It is refused
 * if they were disabled, or lost the role or the session, in the meantime.
 */
function staffChecks(
  route: RouteDefinition,
  { identity }: CauseContext,
  request: FastifyRequest,
): Pick<Cause, 'actorRefusal' | 'restsOn'> {
  const { caller } = request
  if (!caller || !actsAsStaff(route, request, caller)) return {}
  return {
    actorRefusal: async () =>
      accessRefusal(route, request, await resolveCaller(request, identity.authenticate)),
    restsOn: [staffGuard(caller.userId)],
  }
}

function actorOf(caller: Caller | undefined): Cause['metadata']['actor'] {
  if (!caller) return { kind: 'visitor' }
  return { kind: isStaff(caller.role) ? 'admin' : 'user', id: caller.userId }
}
