import type { Aggregate, Decision } from '#server/events/decider.ts'
import type { DataOf } from '#server/events/event-definition.ts'
import {
  type ApprovalFacts,
  acknowledgeRefusal,
  approved,
  countingFirst,
  firstOfTwo,
  NOT_REVIEWED,
  type ReviewCommand,
  type ReviewedState,
  type Reviewer,
  rejected,
  reverificationOf,
  reviewRefusal,
  weightOf,
} from '#server/reviews/decide-review.ts'
import { type RequestEvent, requestEvents } from '#server/reviews/events.ts'
import type { WithdrawalStatus } from '#shared/contract/withdrawals.ts'
import type { Units } from '#shared/money.ts'
import { refuse } from '#shared/refusal.ts'
import type { AllowedAddress } from '#shared/rules/withdrawal-allowlist.ts'
import { type HoldFacts, withdrawalHold } from '#shared/rules/withdrawal-hold.ts'
import { refusalOf, type WithdrawalCommand } from '#shared/rules/withdrawal-request.ts'
import { withdrawalCoin } from '#shared/rules/withdrawals.ts'
import type { Instant } from '#shared/time.ts'
import {
  continues,
  payoutStop,
  type SenderFacts,
  type Sending,
  type StopsOnPayout,
  sentByColleague,
} from './decide-transfer.ts'
import { type WithdrawalEvent as OwnEvent, withdrawalEvents } from './events.ts'

export type WithdrawalEvent = OwnEvent | RequestEvent

/** A withdraw request as shown to reviewers and in lists. */
export interface WithdrawalState
  extends ReviewedState,
    DataOf<typeof withdrawalEvents, 'WithdrawalRequested'> {
  readonly status: 'none' | WithdrawalStatus
  readonly cancelledAt: Instant | null
  /** Staff's screenshot of the transfer. */
  readonly screenshot: string | null
  /** Who is sending the coins; absent before that, and after they record that nothing was sent. */
  readonly sending?: Sending
  /** The last sending that was reported as not sent. */
  readonly stopped?: Sending
}

const initial: WithdrawalState = {
  ...NOT_REVIEWED,
  status: 'none',
  userId: '',
  userNo: '',
  symbol: '',
  network: '',
  amount: '0',
  walletAddress: '',
  secondFactor: false,
  submittedAt: '',
  cancelledAt: null,
  screenshot: null,
}

/** One stream per request: none → pending → approved, rejected (→ acknowledged) or cancelled. */
export const withdrawals: Aggregate<WithdrawalState, WithdrawalEvent> = {
  kind: 'withdrawal',
  // In the first shape, a start continued the previous one of the same person however old it was.
  shape: 2,
  events: { ...withdrawalEvents, ...requestEvents },
  initial,
  evolve,
  summarise: ({ status }) => ({ status, waiting: status === 'pending' }),
  approval: {
    first: 'FirstApprovalGiven',
    last: 'WithdrawalApproved',
    moves: (state) => [[state]],
    destination: ({ network, walletAddress }) => `${network} ${walletAddress}`,
  },
  holds: ({ status, symbol, amount }) => (status === 'pending' ? [{ symbol, amount }] : []),
}

function evolve(state: WithdrawalState, event: WithdrawalEvent): WithdrawalState {
  switch (event.type) {
    case 'WithdrawalRequested':
      return { ...state, ...event.data, status: 'pending' }
    case 'FirstApprovalGiven':
      return { ...state, firstApproval: event.data }
    case 'WithdrawalSendingStarted': {
      const { startedBy, startedAt } = event.data
      const start = { startedBy, startedAt }
      const before = state.sending ?? state.stopped
      return { ...state, sending: before && continues(before, start) ? before : start }
    }
    case 'WithdrawalSendingOverdue': {
      const { startedBy, startedAt, noticedAt } = event.data
      return { ...state, sending: { startedBy, startedAt, noticedAt } }
    }
    case 'WithdrawalSendingStopped': {
      const { sending, ...kept } = state
      if (!sending) return kept
      // If the same person starts again, the new start can be noticed again.
      const { noticedAt: _, ...stopped } = sending
      return { ...kept, stopped }
    }
    case 'WithdrawalApproved':
      return { ...approved(state, event.data), screenshot: event.data.screenshot }
    case 'WithdrawalRejected':
      return rejected(state, event.data)
    case 'WithdrawalCancelled':
      return { ...state, status: 'cancelled', cancelledAt: event.data.cancelledAt }
    case 'WithdrawalAcknowledged':
      return { ...state, isNew: false }
    case 'EntryHidden':
      return { ...state, hiddenForUser: true }
  }
}

export interface RequestWithdrawal extends WithdrawalCommand {
  readonly userId: string
  readonly userNo: string
  /** A claim: the user whose request it is. */
  readonly claimedUserId?: string | undefined
}

export interface RequestFacts extends HoldFacts {
  readonly at: Instant
  readonly available: Units
  readonly hasSecondFactor: boolean
  /** The current and former deposit addresses of the platform. */
  readonly platformAddresses: readonly string[]
  /** The saved addresses, if the allowlist is on; undefined if any address will do. */
  readonly allowed: readonly AllowedAddress[] | undefined
}

/**
 * A withdraw request freezes its amount and waits for a reviewer.
 *
 * State    none → pending
 * Units    amount: the coin itself; no fee is deducted
 * Refuses  access.forbidden, withdrawal.fields_missing, withdrawal.network_unsupported,
 *          address.malformed, withdrawal.platform_address, withdrawal.address_not_saved,
 *          withdrawal.address_too_new, withdrawal.on_hold, withdrawal.frozen,
 *          withdrawal.balance_insufficient: first match wins
 * Source   docs/product.md, Withdrawals
 */
export function requestWithdrawal(
  command: RequestWithdrawal,
  facts: RequestFacts,
): Decision<WithdrawalEvent> {
  const { userId, userNo, symbol, amount, walletAddress } = command
  if (command.claimedUserId !== undefined && command.claimedUserId !== userId) {
    return refuse('access.forbidden')
  }
  const { available, platformAddresses, allowed, at: now } = facts
  const hold = withdrawalHold(facts, now)
  const refused = refusalOf(command, { available, platformAddresses, allowed, hold, now })
  if (refused) return refused
  return {
    type: 'WithdrawalRequested',
    data: {
      userId,
      userNo,
      symbol,
      network: withdrawalCoin(symbol).network,
      amount,
      walletAddress,
      secondFactor: facts.hasSecondFactor,
      submittedAt: facts.at,
    },
  }
}

export interface ReviewWithdrawal extends ReviewCommand {
  readonly screenshot: string | null
}

/**
 * A review either approves, and the frozen amount leaves the platform, or rejects, and the amount
 * becomes available again. While the owner's freeze is in force, their account is disabled or they
 * must verify again, nothing can be approved, unless the coins were already being sent.
 *
 * State    pending → approved or rejected; pending with a first approval, if two are needed
 * Refuses  item.unknown, access.own_request, review.already_decided, withdrawal.being_sent,
 *          withdrawal.owner_froze, review.owner_disabled, kyc.verify_again,
 *          approval.second_person: first match wins
 * Source   docs/product.md, Withdrawals
 */
export function reviewWithdrawal(
  state: WithdrawalState,
  command: ReviewWithdrawal,
  facts: ApprovalFacts & StopsOnPayout & SenderFacts,
): Decision<WithdrawalEvent> {
  const { symbol, amount } = state
  const refused = reviewRefusal(state, facts) ?? sentByColleague(state, facts, command.action)
  if (refused) return refused
  const { notes, reason, screenshot } = command
  const review = { symbol, amount, notes, reviewedBy: facts.reviewerId, reviewedAt: facts.at }
  if (command.action === 'approve') {
    const stopped = state.sending ? undefined : payoutStop(facts)
    if (stopped) return stopped
    const data = { ...review, ...weightOf(state, facts), screenshot }
    return firstOfTwo(state, notes, facts) ?? { type: 'WithdrawalApproved', data }
  }
  return { type: 'WithdrawalRejected', data: { ...review, reason, ...reverificationOf(command) } }
}

interface OwnerFacts {
  readonly userId: string
  readonly at: Instant
}

/**
 * The owner cancels a request that is not decided yet, and that staff are not working on, because
 * the coins may be on their way.
 *
 * State    pending → cancelled
 * Refuses  item.unknown (also for another user's), withdrawal.not_cancellable,
 *          withdrawal.in_review: first match wins
 * Source   docs/product.md, Withdrawals
 */
export function cancelWithdrawal(
  state: WithdrawalState,
  facts: OwnerFacts & InReviewFacts,
): Decision<WithdrawalEvent> {
  const { status, symbol, amount } = state
  if (status === 'none' || state.userId !== facts.userId) return refuse('item.unknown')
  if (status !== 'pending') return refuse('withdrawal.not_cancellable', { status })
  if (isInReview(state, facts)) return refuse('withdrawal.in_review')
  return { type: 'WithdrawalCancelled', data: { symbol, amount, cancelledAt: facts.at } }
}

type InReviewFacts = Omit<Reviewer, 'reviewerId'> & { readonly isClaimed: boolean }

/**
 * True during a reviewer's claim, while the first of two approvals counts, and while staff send the
 * coins.
 */
export function isInReview(
  state: Pick<WithdrawalState, 'status' | 'firstApproval' | 'sending'>,
  { isClaimed, ...facts }: InReviewFacts,
): boolean {
  if (state.status !== 'pending') return false
  return isClaimed || state.sending !== undefined || countingFirst(state, facts) !== undefined
}

/**
 * The user has seen the result: it moves from New Notifications to History. A request that they
 * cancelled themselves counts as seen.
 *
 * State    approved or rejected, unchanged
 * Refuses  item.unknown (also for another user's), acknowledge.pending,
 *          acknowledge.repeated: first match wins
 * Source   docs/product.md, Withdrawals
 */
export function acknowledgeWithdrawal(
  state: WithdrawalState,
  facts: OwnerFacts,
): Decision<WithdrawalEvent> {
  const refused = acknowledgeRefusal(state, facts.userId)
  return refused ?? { type: 'WithdrawalAcknowledged', data: { acknowledgedAt: facts.at } }
}
