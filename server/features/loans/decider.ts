import type { Aggregate, Decision } from '#server/events/decider.ts'
import type { DataOf, Money } from '#server/events/event-definition.ts'
import {
  type ApprovalFacts,
  firstOfTwo,
  type MayNeedSecondApproval,
  type PayoutFacts,
  payoutRefusal,
  reviewRefusal,
  weightOf,
} from '#server/reviews/decide-review.ts'
import { type ApprovalEvent, approvalEvents } from '#server/reviews/events.ts'
import type { LoanStatus } from '#shared/contract/loans.ts'
import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { refuse } from '#shared/refusal.ts'
import {
  applicationRefusalOf,
  type Exposure,
  exposureRefusalOf,
} from '#shared/rules/loan-exposure.ts'
import {
  type FullLoanFields,
  fullRefusalOf,
  type QuickLoanFields,
  quickRefusalOf,
  wholeDays,
} from '#shared/rules/loan-forms.ts'
import {
  dueSoonFrom,
  LOAN_RATES,
  LOAN_SYMBOL,
  type LoanTerms,
  overdueFrom,
} from '#shared/rules/loans.ts'
import type { Instant } from '#shared/time.ts'
import { loanEvents, type LoanEvent as OwnEvent } from './events.ts'

type LoanEvent = OwnEvent | ApprovalEvent

type Requested = DataOf<typeof loanEvents, 'LoanRequested'>
export type AttachedDocument = Readonly<Requested['documents'][number]>

/** A loan, starting with its application. active: approved and not repaid. */
export interface LoanState extends MayNeedSecondApproval, Requested {
  readonly status: 'none' | 'pending' | 'rejected' | 'cancelled' | 'active' | 'paid'
  readonly reviewedAt: Instant | null
  /** Left out unless the owner cancelled. */
  readonly cancelledAt?: Instant
  /** Absent until the approval, and where the term counts from the application. */
  readonly startsAt?: Instant
  readonly reviewedBy: string | null
  readonly rejectionReason: string | null
  /** When the next reminder is due. The name is the one by which due documents are found. */
  readonly endsAt: Instant | null
  readonly repayment: Omit<DataOf<typeof loanEvents, 'LoanRepaid'>, 'lateDays' | 'countedAt'> | null
}

const initial: LoanState = {
  status: 'none',
  userId: '',
  userNo: '',
  applicantId: '',
  form: 'home',
  principal: { symbol: LOAN_SYMBOL, amount: '0' },
  termDays: 0,
  rates: { ...LOAN_RATES },
  documents: [],
  createdAt: '',
  reviewedAt: null,
  reviewedBy: null,
  rejectionReason: null,
  endsAt: null,
  repayment: null,
}

/** One stream per application: none → pending → active, rejected or cancelled; active → paid. */
export const loans: Aggregate<LoanState, LoanEvent> = {
  kind: 'loan',
  events: { ...loanEvents, ...approvalEvents },
  initial,
  evolve,
  approval: {
    first: 'FirstApprovalGiven',
    last: 'LoanApproved',
    moves: ({ principal }) => [[principal]],
  },
  summarise: ({ status }) => ({ status, waiting: status === 'pending' }),
}

function evolve(state: LoanState, event: LoanEvent): LoanState {
  switch (event.type) {
    case 'LoanRequested':
      return { ...state, ...event.data, status: 'pending' }
    case 'FirstApprovalGiven':
      return { ...state, firstApproval: event.data }
    case 'LoanApproved': {
      const { reviewedBy, reviewedAt, startsAt } = event.data
      const approved = { ...state, status: 'active', reviewedBy, reviewedAt } as const
      const started = startsAt === undefined ? approved : { ...approved, startsAt }
      return { ...started, endsAt: dueSoonFrom(termsOf(started)) }
    }
    case 'LoanRejected': {
      const { reason, reviewedBy, reviewedAt } = event.data
      return { ...state, status: 'rejected', rejectionReason: reason, reviewedBy, reviewedAt }
    }
    case 'LoanCancelled':
      return { ...state, status: 'cancelled', cancelledAt: event.data.cancelledAt }
    case 'LoanDocumentDownloaded':
      return state
    case 'LoanDueSoon':
      return { ...state, endsAt: overdueFrom(termsOf(state)) }
    case 'LoanOverdue':
      return { ...state, endsAt: null }
    case 'LoanRepaid': {
      const { lateDays: _, countedAt: _at, ...repayment } = event.data
      return { ...state, status: 'paid', endsAt: null, repayment }
    }
  }
}

/** The contract's word for a status: a repaid loan stays approved. */
export function reviewStatusOf({ status }: LoanState): LoanStatus {
  if (status === 'none') throw new Error('a loan that was never applied for has no status')
  return status === 'active' || status === 'paid' ? 'approved' : status
}

/** The values that determine the amount due of a loan. */
export function termsOf(state: LoanState): LoanTerms {
  const { principal, termDays, createdAt, startsAt = createdAt, rates } = state
  return { amount: principal.amount, termDays, startsAt, rates }
}

export interface RequestLoan {
  readonly userId: string
  readonly userNo: string
  /** A claim: the user in whose name the form was filled in. */
  readonly claimedUserId?: string | undefined
  /** A claim: the interest that the user saw. */
  readonly claimedInterest?: Decimal | undefined
  readonly filled:
    | { readonly form: 'home'; readonly fields: QuickLoanFields }
    | { readonly form: 'page'; readonly fields: FullLoanFields }
  readonly applicantId: string
  readonly documents: readonly AttachedDocument[]
}

/**
 * An application requests an amount for a term, at the current rates.
 *
 * State    none → pending
 * Units    amount: 1e-8 USDT; duration: days
 * Refuses  access.forbidden, any refusal of the form, terms.changed, loan.one_at_a_time,
 *          loan.owed_too_much: first match wins
 * Source   docs/product.md, Loans
 */
export function requestLoan(
  command: RequestLoan,
  facts: { readonly at: Instant; readonly exposure: Exposure & { readonly isWaiting: boolean } },
): Decision<LoanEvent> {
  const { userId, userNo, claimedUserId, claimedInterest, filled, applicantId } = command
  if (claimedUserId !== undefined && claimedUserId !== userId) return refuse('access.forbidden')
  const refused =
    filled.form === 'home'
      ? quickRefusalOf(filled.fields)
      : fullRefusalOf(filled.fields, facts.at.slice(0, 10))
  if (refused) return refused
  if (claimedInterest !== undefined && !isSame(claimedInterest, LOAN_RATES.interest)) {
    return refuse('terms.changed', { field: 'interest', actual: LOAN_RATES.interest })
  }
  const { amount = '0', duration = '' } = filled.fields
  const exposed = applicationRefusalOf(amount, facts.exposure)
  if (exposed) return exposed
  return {
    type: 'LoanRequested',
    data: {
      userId,
      userNo,
      applicantId,
      form: filled.form,
      principal: loanMoney(parseUnits(amount)),
      termDays: wholeDays(duration) ?? 0,
      rates: { ...LOAN_RATES },
      documents: command.documents.map((document) => ({ ...document })),
      createdAt: facts.at,
    },
  }
}

export interface ReviewLoan {
  readonly action: 'approve' | 'reject'
  readonly reason: string | null
}

/**
 * A review approves, which credits the amount and starts the term, or rejects with a reason.
 *
 * State    pending → active or rejected; pending with a first approval, if two are needed
 * Refuses  item.unknown, access.own_request, review.already_decided, review.reason_required,
 *          review.owner_disabled, kyc.verify_again, loan.owed_too_much, approval.second_person:
 *          first match wins
 * Source   docs/product.md, Loans
 */
export function reviewLoan(
  state: LoanState,
  command: ReviewLoan,
  facts: ApprovalFacts & Partial<PayoutFacts> & { readonly exposure: Exposure },
): Decision<LoanEvent> {
  const { userId } = state
  const status = state.status === 'none' ? state.status : reviewStatusOf(state)
  const refused = reviewRefusal({ status, userId }, facts)
  if (refused) return refused
  const review = { reviewedBy: facts.reviewerId, reviewedAt: facts.at }
  if (command.action === 'reject') {
    const { reason } = command
    if (reason === null) return refuse('review.reason_required')
    return { type: 'LoanRejected', data: { ...review, reason } }
  }
  const stopped =
    payoutRefusal(facts) ?? exposureRefusalOf(state.principal.amount, facts.exposure, state.rates)
  if (stopped) return stopped
  const { principal } = state
  const data = { ...review, ...weightOf(state, facts), principal, startsAt: facts.at }
  return firstOfTwo(state, null, facts) ?? { type: 'LoanApproved', data }
}

export function loanMoney(amount: Units): Money {
  return { symbol: LOAN_SYMBOL, amount: formatUnits(amount) }
}

function isSame(a: Decimal, b: Decimal): boolean {
  return parseUnits(a) === parseUnits(b)
}
