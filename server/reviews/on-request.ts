import type { Aggregate, Decision, DomainEvent } from '#server/events/decider.ts'
import type { Attest } from '#server/events/handle-command.ts'
import type { EventLog } from '#server/events/log.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { Cause } from '#server/platform/mount.ts'
import { runCommand } from '#server/platform/run-command.ts'
import type { Listed } from '#server/projections/documents.ts'
import { readStaffApprovals } from '#server/projections/staff-approvals.ts'
import type { Services } from '#server/services.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { approvalsGuard, type Weigh, worthOf } from './approvals.ts'
import { type AttestNeeds, attestDecision } from './attest.ts'
import { claimRefusal } from './claims.ts'
import type { Reviewer } from './decide-review.ts'

interface Request<S, E extends DomainEvent> {
  readonly aggregate: Aggregate<S, E>
  readonly id: string
  readonly cause: Cause
  /** As in `handleCommand`; of what a decision reads about the owner. */
  readonly guardedBy?: (state: S) => readonly string[]
  readonly attest?: Attest<S, E>
}

/** Runs a command on an existing request; the balance that moves is its owner's. */
export async function onRequest<S extends { readonly userNo: string }, E extends DomainEvent>(
  log: EventLog,
  { aggregate, id, cause, guardedBy, attest }: Request<S, E>,
  decideWith: (state: S) => Decision<E> | Promise<Decision<E>>,
): Promise<Listed<S> | Refusal> {
  const known = await log.readDocument<S>(`${aggregate.kind}-${id}`)
  if (!known) return refuse('item.unknown')
  const owner = BigInt(known.state.userNo)
  const guards = guardedBy?.(known.state)
  return runCommand(log, { ...cause, aggregate, id, owner, guardedBy: guards, attest, decideWith })
}

/**
 * Reviews a request, unless a colleague is working on it; a large approval asks for a step-up.
 * `weigh` is for approvals.
 */
export async function onReview<S extends { readonly userNo: string }, E extends DomainEvent>(
  services: AttestNeeds & Pick<Services, 'pool' | 'prices'>,
  { caller, ...request }: Request<S, E> & { readonly caller: Caller },
  decideWith: (state: S, reviewer: Reviewer, weigh: Weigh) => Decision<E> | Promise<Decision<E>>,
): Promise<Listed<S> | Refusal> {
  const stream = `${request.aggregate.kind}-${request.id}`
  const claimed = await claimRefusal(services, stream, caller.userId)
  if (claimed) return claimed
  const reviewer = { reviewerId: caller.userId, at: request.cause.metadata.at }
  const guardedBy = (state: S) => [
    approvalsGuard(caller.userId),
    ...(request.guardedBy?.(state) ?? []),
  ]
  const { approval } = request.aggregate
  const attest = attestDecision<S, E>(services, { stream, approval, caller })
  const guarded = { ...request, guardedBy, attest }
  return onRequest(services.log, guarded, async (state) => {
    const approvals = await readStaffApprovals(services.pool, caller.userId, reviewer.at)
    const weigh: Weigh = (movement) => worthOf({ ...services, approvals }, movement)
    return decideWith(state, reviewer, weigh)
  })
}
