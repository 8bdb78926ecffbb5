import type { Decision } from '#server/events/decider.ts'
import { type ApprovalFacts, firstOfTwo, reviewRefusal } from '#server/reviews/decide-review.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { SENDING_OVERDUE_HOURS } from '#shared/rules/withdrawals.ts'
import { epochMsOf, HOUR_MS } from '#shared/time.ts'
import {
  beingSentRefusal,
  isLeftUndone,
  payoutStop,
  type SenderFacts,
  type StopsOnPayout,
  sentByColleague,
} from './decide-transfer.ts'
import type { WithdrawalState } from './decider.ts'
import type { WithdrawalEvent } from './events.ts'

type SendingFacts = ApprovalFacts & StopsOnPayout & SenderFacts

/**
 * A member of staff is about to send the coins outside the platform. From then on the owner cannot
 * cancel, and no change of their account prevents this person from recording the transfer. The same
 * person may start again, to see the address once more.
 *
 * State    pending; being sent by this person until they approve, reject or report that nothing was
 *          sent
 * Refuses  item.unknown, access.own_request, review.already_decided, withdrawal.being_sent,
 *          withdrawal.owner_froze, review.owner_disabled, kyc.verify_again,
 *          approval.second_person, withdrawal.approve_first: first match wins
 * Source   docs/product.md, Withdrawals
 */
export function startSending(
  state: WithdrawalState,
  facts: SendingFacts,
): Decision<WithdrawalEvent> {
  const refused = reviewRefusal(state, facts) ?? sentByColleague(state, facts)
  if (refused) return refused
  const first = state.sending ? undefined : (payoutStop(facts) ?? firstOfTwo(state, null, facts))
  if (first) return isRefusal(first) ? first : refuse('withdrawal.approve_first')
  const { symbol, amount, network, walletAddress } = state
  const { reviewerId: startedBy, at: startedAt } = facts
  return {
    type: 'WithdrawalSendingStarted',
    data: { symbol, amount, network, walletAddress, startedBy, startedAt },
  }
}

/**
 * Nothing was sent. Only the person who started can know this; colleagues may record it after a
 * day, or once that person is no longer staff.
 *
 * State    pending, no longer being sent
 * Refuses  item.unknown, access.own_request, review.already_decided, withdrawal.not_being_sent,
 *          withdrawal.being_sent: first match wins
 * Source   docs/product.md, Withdrawals
 */
export function stopSending(state: WithdrawalState, facts: SenderFacts): Decision<WithdrawalEvent> {
  const refused = reviewRefusal(state, facts)
  if (refused) return refused
  const { sending } = state
  if (!sending) return refuse('withdrawal.not_being_sent')
  const { reviewerId: stoppedBy, at: stoppedAt } = facts
  if (sending.startedBy !== stoppedBy && !isLeftUndone(sending, facts)) {
    return beingSentRefusal(sending)
  }
  return { type: 'WithdrawalSendingStopped', data: { stoppedBy, stoppedAt } }
}

/**
 * Staff are notified once for each start if nothing was recorded for hours: the coins may have left
 * without an approval, and the owner can neither cancel nor use the amount.
 *
 * State    pending, unchanged except for the time of the notice
 * Refuses  item.unknown, withdrawal.not_being_sent (also if it is not overdue, or was already
 *          noticed): first match wins
 * Source   docs/product.md, Withdrawals
 */
export function noticeOverdueSending(
  { status, sending }: WithdrawalState,
  { at: noticedAt }: Pick<SenderFacts, 'at'>,
): Decision<WithdrawalEvent> {
  if (status === 'none') return refuse('item.unknown')
  const isOverdue =
    sending &&
    epochMsOf(noticedAt) - epochMsOf(sending.startedAt) >= SENDING_OVERDUE_HOURS * HOUR_MS
  if (status !== 'pending' || !isOverdue || sending.noticedAt) {
    return refuse('withdrawal.not_being_sent')
  }
  const { startedBy, startedAt } = sending
  return { type: 'WithdrawalSendingOverdue', data: { startedBy, startedAt, noticedAt } }
}
