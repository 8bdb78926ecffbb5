import type { Aggregate, Decision } from '#server/events/decider.ts'
import { type HasEarlierProposals, withDecided } from '#server/reviews/decide-proposal.ts'
import {
  type MayNeedSecondApproval,
  proposalRefusal,
  type Reviewer,
} from '#server/reviews/decide-review.ts'
import { refuse } from '#shared/refusal.ts'
import { holdEnd, RESET_HOLD_HOURS } from '#shared/rules/withdrawal-hold.ts'
import type { Instant } from '#shared/time.ts'
import { type SecondFactorResetEvent, secondFactorResetEvents } from './events.ts'

interface FactorFacts extends Reviewer {
  /** The user has a second factor now. */
  readonly isProtected: boolean
}

/** The waiting reset, or the last one that was decided. */
export interface ResetState extends MayNeedSecondApproval, HasEarlierProposals {
  readonly status: 'none' | 'requested' | 'reset' | 'dropped'
  readonly userId: string
  readonly userNo: string
  readonly reason: string
  readonly decidedBy: string
  readonly decidedAt: Instant
}

/** One stream per user: requested → reset or dropped → requested again. */
export const secondFactorResets: Aggregate<ResetState, SecondFactorResetEvent> = {
  kind: 'second-factor-reset',
  events: secondFactorResetEvents,
  // Since 2, the state keeps the earlier requests and how they ended.
  shape: 2,
  initial: {
    status: 'none',
    userId: '',
    userNo: '',
    reason: '',
    decidedBy: '',
    decidedAt: '',
  },
  evolve,
  summarise: ({ status }) => ({ status, waiting: status === 'requested' }),
  endsWithOwner: true,
}

function evolve(state: ResetState, event: SecondFactorResetEvent): ResetState {
  const { firstApproval: _first, ...settled } = state
  const { reason } = state
  switch (event.type) {
    case 'SecondFactorResetRequested':
      return { ...settled, ...event.data, status: 'requested' }
    case 'SecondFactorReset': {
      const { resetBy: decidedBy, resetAt: decidedAt } = event.data
      const earlier = withDecided(state, { outcome: 'reset', decidedBy, decidedAt, reason })
      return { ...settled, status: 'reset', decidedBy, decidedAt, earlier }
    }
    case 'SecondFactorResetDropped': {
      const { droppedBy: decidedBy, droppedAt: decidedAt } = event.data
      const earlier = withDecided(state, { outcome: 'rejected', decidedBy, decidedAt, reason })
      return { ...settled, status: 'dropped', decidedBy, decidedAt, earlier }
    }
  }
}

export interface RequestReset {
  readonly userId: string
  readonly userNo: string
  readonly reason: string
}

/**
 * A member of staff requests the reset of a user's lost second factor.
 *
 * State    none, reset or dropped → requested
 * Refuses  access.own_account, second_factor.none, second_factor.reset_waits: first match wins
 * Source   docs/product.md, Second factor
 */
export function requestReset(
  state: ResetState,
  command: RequestReset,
  { reviewerId, at, isProtected }: FactorFacts,
): Decision<SecondFactorResetEvent> {
  if (command.userId === reviewerId) return refuse('access.own_account')
  if (!isProtected) return refuse('second_factor.none')
  if (state.status === 'requested') return refuse('second_factor.reset_waits')
  const approved = { approvedBy: reviewerId, approvedAt: at, notes: null }
  return {
    type: 'SecondFactorResetRequested',
    // A reset has no monetary value: every one needs two people.
    data: { ...command, firstApproval: { ...approved, value: null, above: '0', ticks: [] } },
  }
}

export interface ReviewReset {
  readonly action: 'approve' | 'reject'
  /** A claim: the time of the request that the reviewer has seen. */
  readonly requestedAt: Instant
}

/**
 * Another member of staff resets the factor, or any member of staff rejects the request.
 *
 * State    requested → reset or dropped
 * Refuses  second_factor.no_reset_waits, access.own_account; approvals also second_factor.none,
 *          approval.second_person, approval.outdated: first match wins
 * Source   docs/product.md, Second factor
 */
export function reviewReset(
  state: ResetState,
  { action, requestedAt }: ReviewReset,
  reviewer: FactorFacts,
): Decision<SecondFactorResetEvent> {
  const { reviewerId, at, isProtected } = reviewer
  const { status, userId, userNo, reason, firstApproval } = state
  const isSeen = status === 'requested' && firstApproval?.approvedAt === requestedAt
  if (!isSeen || !firstApproval) return refuse('second_factor.no_reset_waits')
  if (userId === reviewerId) return refuse('access.own_account')
  if (action === 'reject') {
    return { type: 'SecondFactorResetDropped', data: { droppedBy: reviewerId, droppedAt: at } }
  }
  if (!isProtected) return refuse('second_factor.none')
  const refused = proposalRefusal(firstApproval, reviewer)
  if (refused) return refused
  const by = { requestedBy: firstApproval.approvedBy, resetBy: reviewerId, resetAt: at }
  const holdEndsAt = holdEnd(at, RESET_HOLD_HOURS)
  return { type: 'SecondFactorReset', data: { userId, userNo, reason, ...by, holdEndsAt } }
}
