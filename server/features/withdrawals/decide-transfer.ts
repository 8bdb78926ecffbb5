import {
  countingFirst,
  type MayNeedSecondApproval,
  type PayoutFacts,
  payoutRefusal,
  type ReviewCommand,
  type Reviewer,
} from '#server/reviews/decide-review.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import type { HoldFacts } from '#shared/rules/withdrawal-hold.ts'
import { SENDING_ALONE_HOURS } from '#shared/rules/withdrawals.ts'
import { epochMsOf, HOUR_MS, type Instant } from '#shared/time.ts'

/** A member of staff is sending the coins of a withdrawal with a wallet outside the platform. */
export interface Sending {
  readonly startedBy: string
  /** The first start of the day that this person has alone. */
  readonly startedAt: Instant
  /** When staff were notified that nothing was recorded; absent until then. */
  readonly noticedAt?: Instant
}

/** How an approval by this person moves the coins. */
export function payoutBy(staffId: string, { sending }: { readonly sending?: Sending }) {
  return { flow: 'out', isBeingSent: sending?.startedBy === staffId } as const
}

export type StopsOnPayout = Partial<PayoutFacts> & Pick<HoldFacts, 'frozenUntil'>

export interface SenderFacts extends Reviewer {
  /** The person who started to send is no longer active staff. */
  readonly senderHasLeft?: boolean
}

/**
 * Why the coins may not be sent, even if a reviewer finds nothing wrong with the request.
 *
 * Refuses  withdrawal.owner_froze, review.owner_disabled, kyc.verify_again: first match wins
 */
export function payoutStop(facts: StopsOnPayout & Pick<Reviewer, 'at'>): Refusal | undefined {
  const { frozenUntil, at } = facts
  if (frozenUntil && epochMsOf(frozenUntil) > epochMsOf(at)) {
    return refuse('withdrawal.owner_froze', { until: frozenUntil })
  }
  return payoutRefusal(facts)
}

/**
 * While one person sends the coins, no one else may decide. A second person may approve after the
 * sender's first approval, and a colleague if the sender has not finished.
 *
 * Refuses  withdrawal.being_sent
 */
export function sentByColleague(
  state: MayNeedSecondApproval & { readonly sending?: Sending },
  facts: SenderFacts,
  action?: ReviewCommand['action'],
): Refusal | undefined {
  const { sending } = state
  if (!sending || sending.startedBy === facts.reviewerId) return undefined
  const isSecond = countingFirst(state, facts)?.approvedBy === sending.startedBy
  if (action === 'approve' && (isSecond || isLeftUndone(sending, facts))) return undefined
  return beingSentRefusal(sending)
}

/** Why no one else may decide: the sender has the coins to themselves for a day. */
export function beingSentRefusal({ startedAt }: Sending): Refusal {
  return refuse('withdrawal.being_sent', { since: startedAt, hours: SENDING_ALONE_HOURS })
}

/**
 * Whether a start continues an earlier one: starting again does not extend the day. After the day it
 * begins a new one, because a colleague might otherwise send too while this person is sending.
 */
export function continues(before: Sending, { startedBy, startedAt }: Sending): boolean {
  return before.startedBy === startedBy && !isOver(before, startedAt)
}

/** Whether a colleague may record the outcome: after a day, or if the sender is no longer staff. */
export function isLeftUndone(
  sending: Sending,
  { at, senderHasLeft = false }: Omit<SenderFacts, 'reviewerId'>,
): boolean {
  return senderHasLeft || isOver(sending, at)
}

/** Whether the day that the sender has alone is over. */
function isOver({ startedAt }: Sending, at: Instant): boolean {
  return epochMsOf(at) - epochMsOf(startedAt) >= SENDING_ALONE_HOURS * HOUR_MS
}
