import type { Aggregate, Decision, DomainEvent } from '#server/events/decider.ts'
import { type Attest, handleCommand } from '#server/events/handle-command.ts'
import type { EventLog } from '#server/events/log.ts'
import { approvalsGuard } from '#server/facts/staff-approvals.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { Cause } from '#server/platform/request-cause.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { readApprovals, type Weigh, worthOf } from './approvals.ts'
import { type AttestNeeds, attestDecision } from './attest.ts'
import { claimRefusal } from './claims.ts'
import type { MayNeedSecondApproval, Reviewer } from './decide-review.ts'
import { readFirstHasLeft } from './first-has-left.ts'

interface Request<S, E extends DomainEvent> {
  readonly aggregate: Aggregate<S, E>
  readonly id: string
  readonly cause: Cause
  /** As in `handleCommand`; for facts about the owner that a decision depends on. */
  readonly guardedBy?: (state: S) => readonly string[]
  readonly attest?: Attest<S, E>
  /** As in `handleCommand`. */
  readonly checksDocument?: boolean
}

interface Reviewed<S> {
  readonly caller: Caller
  /** The caller may decide even if a colleague has claimed the request. */
  readonly holdsAnyway?: (state: S) => boolean
  /** See `expectedOf`. */
  readonly takesEffect?: boolean | undefined
}

/** Runs a command on an existing request; if a balance changes, it is that of the owner. */
export async function onRequest<S extends { readonly userNo: string }, E extends DomainEvent>(
  log: EventLog,
  { aggregate, id, cause, guardedBy, attest, checksDocument }: Request<S, E>,
  decideWith: (state: S) => Decision<E> | Promise<Decision<E>>,
): Promise<Listed<S> | Refusal> {
  const stream = `${aggregate.kind}-${id}`
  const known = checksDocument
    ? await log.readState<S>(stream)
    : (await log.readDocument<S>(stream))?.state
  if (!known) return refuse('item.unknown')
  return handleCommand(log, {
    ...cause,
    aggregate,
    id,
    owner: BigInt(known.userNo),
    guardedBy: guardedBy?.(known),
    attest,
    checksDocument,
    decideWith,
  })
}

/**
 * Reviews a request as it is in the log, unless a colleague is working on it. A large approval
 * requires a step-up. `weigh` is for approvals.
 */
export async function onReview<
  S extends { readonly userNo: string } & MayNeedSecondApproval,
  E extends DomainEvent,
>(
  services: AttestNeeds & Pick<Services, 'pool' | 'prices'>,
  { caller, takesEffect, holdsAnyway, ...request }: Request<S, E> & Reviewed<S>,
  decideWith: (state: S, reviewer: Reviewer, weigh: Weigh) => Decision<E> | Promise<Decision<E>>,
): Promise<Listed<S> | Refusal> {
  const stream = `${request.aggregate.kind}-${request.id}`
  const reviewer = { reviewerId: caller.userId, at: request.cause.metadata.at }
  const guardedBy = (state: S) => [
    approvalsGuard(caller.userId),
    ...(request.guardedBy?.(state) ?? []),
  ]
  const { approval } = request.aggregate
  const attest = attestDecision<S, E>(services, { stream, approval, caller })
  const guarded = { ...request, guardedBy, attest, checksDocument: true }
  return onRequest(services.log, guarded, async (state) => {
    const claimed = !holdsAnyway?.(state) && (await claimRefusal(services, stream, caller.userId))
    if (claimed) return claimed
    const [approvals, firstHasLeft] = await Promise.all([
      readApprovals(services, caller.userId, reviewer.at),
      readFirstHasLeft(services.pool, state),
    ])
    const weigh: Weigh = (movement) => worthOf({ ...services, approvals }, movement)
    const decided = await decideWith(state, { ...reviewer, firstHasLeft }, weigh)
    return effectRefusal(decided, { expected: takesEffect, first: approval?.first }) ?? decided
  })
}

/** The effect of the approval as the reviewer saw it; undefined for rejections, and if not sent. */
export function expectedOf(body: {
  readonly action: 'approve' | 'reject'
  readonly takesEffect?: boolean | undefined
}): boolean | undefined {
  return body.action === 'approve' ? body.takesEffect : undefined
}

interface Expectation {
  readonly expected: boolean | undefined
  /** The type of the event that moves no money yet. */
  readonly first: string | undefined
  /** What the refusal refers to. */
  readonly of?: 'approval' | 'adjustment'
}

const SAYS = {
  approval: { takes: 'yes', waits: 'no' },
  adjustment: { takes: 'applies', waits: 'proposes' },
} as const

/**
 * Prices and colleagues' approvals can change whether two people are needed, but the reviewer sends
 * coins because the app said that their approval takes effect.
 *
 * Refuses  review.effect_changed
 */
export function effectRefusal<E extends DomainEvent>(
  decided: Decision<E>,
  { expected, first, of = 'approval' }: Expectation,
): Refusal | undefined {
  if (expected === undefined || isRefusal(decided)) return undefined
  const takes = decided.type !== first
  if (takes === expected) return undefined
  return refuse('review.effect_changed', { takes: takes ? SAYS[of].takes : SAYS[of].waits })
}
