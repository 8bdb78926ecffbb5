import type { Decision } from '#server/events/decider.ts'
import {
  type ApprovalFacts,
  firstOfTwo,
  type Reviewer,
  reviewRefusal,
} from '#server/reviews/decide-review.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { SENDING_ALONE_HOURS } from '#shared/rules/withdrawals.ts'
import { epochMsOf, HOUR_MS } from '#shared/time.ts'
import { payoutStop, sentByColleague, type WithdrawalState } from './decider.ts'
import type { WithdrawalEvent } from './events.ts'

export type SendingFacts = ApprovalFacts & Parameters<typeof payoutStop>[0]

/**
 * A member of staff is about to send the coins outside the platform. From here on the owner cannot
 * cancel, and nothing that happens to their account keeps this person from recording the transfer.
 *
 * State    pending; sent by this person until they approve, reject or say that nothing was sent
 * Refuses  item.unknown, access.own_request, review.already_decided, withdrawal.being_sent,
 *          withdrawal.owner_froze, review.owner_disabled, kyc.verify_again,
 *          approval.second_person, withdrawal.approve_first: first match wins
 * Source   docs/product.md, Withdrawals
 */
export function startSending(
  state: WithdrawalState,
  facts: SendingFacts,
): Decision<WithdrawalEvent> {
  const refused = reviewRefusal(state, facts) ?? sentByColleague(state, facts) ?? payoutStop(facts)
  if (refused) return refused
  const first = firstOfTwo(state, null, facts)
  if (first) return isRefusal(first) ? first : refuse('withdrawal.approve_first')
  const { network, walletAddress } = state
  const { reviewerId: startedBy, at: startedAt } = facts
  return {
    type: 'WithdrawalSendingStarted',
    data: { network, walletAddress, startedBy, startedAt },
  }
}

/**
 * Nothing was sent. For a day only the person who started can know that.
 *
 * State    pending, no longer being sent
 * Refuses  item.unknown, access.own_request, review.already_decided, withdrawal.not_being_sent,
 *          withdrawal.being_sent: first match wins
 * Source   docs/product.md, Withdrawals
 */
export function stopSending(state: WithdrawalState, facts: Reviewer): Decision<WithdrawalEvent> {
  const refused = reviewRefusal(state, facts)
  if (refused) return refused
  const { sending } = state
  if (!sending) return refuse('withdrawal.not_being_sent')
  if (!mayStop(sending, facts)) return refuse('withdrawal.being_sent', { since: sending.startedAt })
  return {
    type: 'WithdrawalSendingStopped',
    data: { stoppedBy: facts.reviewerId, stoppedAt: facts.at },
  }
}

export function mayStop(
  { startedBy, startedAt }: NonNullable<WithdrawalState['sending']>,
  { reviewerId, at }: Reviewer,
): boolean {
  if (startedBy === reviewerId) return true
  return epochMsOf(at) - epochMsOf(startedAt) >= SENDING_ALONE_HOURS * HOUR_MS
}
