import type { Aggregate, Decision } from '#server/events/decider.ts'
import type { DataOf } from '#server/events/event-definition.ts'
import {
  type ApprovalFacts,
  acknowledgeRefusal,
  approved,
  firstOfTwo,
  NOT_REVIEWED,
  type ReviewCommand,
  type ReviewedState,
  rejected,
  reverificationOf,
  reviewRefusal,
  weightOf,
} from '#server/reviews/decide-review.ts'
import { type RequestEvent, requestEvents } from '#server/reviews/events.ts'
import type { RequestStatus } from '#shared/contract/reviews.ts'
import { refuse } from '#shared/refusal.ts'
import { type DepositCommand, depositCoin, refusalOf } from '#shared/rules/deposits.ts'
import type { Instant } from '#shared/time.ts'
import { depositEvents, type DepositEvent as OwnEvent } from './events.ts'

export type DepositEvent = OwnEvent | RequestEvent

/** A deposit request as shown to reviewers and in lists. */
export interface DepositState
  extends ReviewedState,
    DataOf<typeof depositEvents, 'DepositRequested'> {
  readonly status: 'none' | RequestStatus
}

const initial: DepositState = {
  ...NOT_REVIEWED,
  status: 'none',
  userId: '',
  userNo: '',
  symbol: '',
  network: '',
  amount: '0',
  address: '',
  addressVersion: 0,
  addressOutdated: false,
  screenshot: '',
  submittedAt: '',
}

/** One stream per deposit request: none → pending → approved or rejected → acknowledged. */
export const deposits: Aggregate<DepositState, DepositEvent> = {
  kind: 'deposit',
  events: { ...depositEvents, ...requestEvents },
  initial,
  evolve,
  approval: { first: 'FirstApprovalGiven', last: 'DepositApproved', moves: (state) => [[state]] },
  summarise: ({ status }) => ({ status, waiting: status === 'pending' }),
}

function evolve(state: DepositState, event: DepositEvent): DepositState {
  switch (event.type) {
    case 'DepositRequested':
      return { ...state, ...event.data, status: 'pending' }
    case 'FirstApprovalGiven':
      return { ...state, firstApproval: event.data }
    case 'DepositApproved':
      return approved(state, event.data)
    case 'DepositRejected':
      return rejected(state, event.data)
    case 'DepositAcknowledged':
      return { ...state, isNew: false }
    case 'EntryHidden':
      return { ...state, hiddenForUser: true }
  }
}

/** The current address of the coin, with all its earlier versions. */
export interface OfferedAddress extends AddressVersion {
  readonly history: readonly AddressVersion[]
}

interface AddressVersion {
  readonly address: string
  readonly version: number
  readonly isActive: boolean
}

export interface RequestDeposit extends DepositCommand {
  readonly userId: string
  readonly userNo: string
  /** The version of the address that was shown to the user; absent: the current one. */
  readonly addressVersion?: number | undefined
  readonly screenshot: string
}

/**
 * A deposit request reports coins sent to the address that was shown to the user.
 *
 * A request that waited offline may contain an earlier address: the coins may already be on their
 * way, so it is accepted and flagged for the reviewer. A version that was never offered is refused.
 *
 * State    none → pending
 * Units    amount: the coin itself
 * Refuses  deposit.below_minimum, deposit.address_missing, deposit.address_version_unknown: first
 *          match wins
 * Source   docs/product.md, Deposits
 */
export function requestDeposit(
  command: RequestDeposit,
  facts: { readonly offered: OfferedAddress | undefined; readonly at: Instant },
): Decision<DepositEvent> {
  const { userId, userNo, symbol, amount, screenshot } = command
  const coin = depositCoin(symbol)
  const { offered } = facts
  const refused = refusalOf(command, { isOffered: offered !== undefined })
  if (refused) return refused
  if (!coin || !offered) return refuse('deposit.address_missing')
  const shownVersion = command.addressVersion ?? offered.version
  const shown = offered.history.find(({ version }) => version === shownVersion)
  if (!shown) return refuse('deposit.address_version_unknown')
  if (!shown.isActive) return refuse('deposit.address_missing')
  return {
    type: 'DepositRequested',
    data: {
      userId,
      userNo,
      symbol,
      network: coin.network,
      amount,
      address: shown.address,
      addressVersion: shown.version,
      addressOutdated: !offered.isActive || shown.address !== offered.address,
      screenshot,
      submittedAt: facts.at,
    },
  }
}

/**
 * A review approves, which credits the available balance, or rejects with a reason.
 *
 * State    pending → approved or rejected; pending with a first approval, if two are needed
 * Refuses  item.unknown, access.own_request, review.already_decided, approval.second_person,
 *          review.reason_required: first match wins
 * Source   docs/product.md, Deposits
 */
export function reviewDeposit(
  state: DepositState,
  command: ReviewCommand,
  facts: ApprovalFacts,
): Decision<DepositEvent> {
  const { symbol, amount } = state
  const refused = reviewRefusal(state, facts)
  if (refused) return refused
  const review = { notes: command.notes, reviewedBy: facts.reviewerId, reviewedAt: facts.at }
  if (command.action === 'approve') {
    const data = { ...review, ...weightOf(state, facts), symbol, amount }
    return firstOfTwo(state, command.notes, facts) ?? { type: 'DepositApproved', data }
  }
  if (command.reason === null) return refuse('review.reason_required')
  const data = { ...review, reason: command.reason, ...reverificationOf(command) }
  return { type: 'DepositRejected', data }
}

/**
 * The user has seen the result: it moves from New Notifications to History.
 *
 * State    approved or rejected, unchanged
 * Refuses  item.unknown (also for another user's), acknowledge.pending,
 *          acknowledge.repeated: first match wins
 * Source   docs/product.md, Deposits
 */
export function acknowledgeDeposit(
  state: DepositState,
  facts: { readonly userId: string; readonly at: Instant },
): Decision<DepositEvent> {
  const refused = acknowledgeRefusal(state, facts.userId)
  return refused ?? { type: 'DepositAcknowledged', data: { acknowledgedAt: facts.at } }
}
