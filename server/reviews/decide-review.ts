import type { RecordedTick } from '#server/events/event-definition.ts'
import type { ApprovalEvent, Weight } from '#server/reviews/events.ts'
import type { RefusalCode } from '#shared/errors.ts'
import { type Decimal, formatUnits, type Units } from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import {
  type ApprovedBefore,
  COUNTING_RULES,
  FIRST_COUNTS_DAYS,
  type Flow,
  PROPOSAL_COUNTS,
  secondPersonReason,
} from '#shared/rules/second-approval.ts'
import { DAY_MS, epochMsOf, type Instant } from '#shared/time.ts'

/** The first of two approvals. */
export type FirstApproval = ApprovalEvent['data']

/** State shared by every request that may need a second approval. */
export interface MayNeedSecondApproval {
  /** Absent until there is one. */
  readonly firstApproval?: FirstApproval
}

export interface Reviewer {
  readonly reviewerId: string
  readonly at: Instant
  /** The author of the first approval or proposal has stopped being active staff since. */
  readonly firstHasLeft?: boolean
}

/** The value of an approval at this moment. */
export interface Worth {
  /** 1e-8 USD; null: an asset has no fresh price. */
  readonly value: Units | null
  readonly ticks: readonly RecordedTick[]
  /** USD; above this value, a second person must approve. 0: one is always enough. */
  readonly above: Decimal
  readonly flow: Flow
  /** What the reviewer has approved before. */
  readonly before: ApprovedBefore
}

export interface ApprovalFacts extends Reviewer {
  /** null: one approval is always enough here. */
  readonly worth: Worth | null
}

/** Whether a request is pending, and how a decided one is refused. */
interface Waiting {
  readonly status: string
  readonly otherwise: RefusalCode
}

const PENDING: Waiting = { status: 'pending', otherwise: 'review.already_decided' }

/** What may prevent payouts and loans to a user. */
export interface PayoutFacts {
  readonly isDisabled: boolean
  /** A review asked the user to verify again, and no verification has been approved since. */
  readonly mustVerifyAgain: boolean
}

/**
 * Why nothing may be paid out or lent to the owner now. Rejecting stays possible.
 *
 * Refuses  review.owner_disabled, kyc.verify_again: first match wins
 */
export function payoutRefusal({
  isDisabled,
  mustVerifyAgain,
}: Partial<PayoutFacts>): Refusal | undefined {
  if (isDisabled) return refuse('review.owner_disabled')
  return mustVerifyAgain ? refuse('kyc.verify_again') : undefined
}

/**
 * Why a request may not be reviewed, for approvals and rejections alike.
 *
 * Refuses  item.unknown, access.own_request, `waiting.otherwise`: first match wins
 * Source   docs/product.md, Review desk
 */
export function reviewRefusal(
  request: { readonly status: string; readonly userId: string },
  { reviewerId }: Reviewer,
  waiting = PENDING,
): Refusal | undefined {
  const { status, userId } = request
  if (status === 'none') return refuse('item.unknown')
  if (userId === reviewerId) return refuse('access.own_request')
  if (status !== waiting.status) return refuse(waiting.otherwise, { status })
  return undefined
}

/**
 * The first approval, while it counts: its author gave it in the last seven days, and has been active
 * staff ever since. Otherwise a dismissed colleague would still have made half of the decision, as
 * would one whom an accomplice enables again.
 *
 * Source   docs/product.md, Second approval
 */
export function countingFirst(
  { firstApproval }: MayNeedSecondApproval,
  { at, firstHasLeft = false }: Omit<Reviewer, 'reviewerId'>,
): FirstApproval | undefined {
  if (!firstApproval || firstHasLeft) return undefined
  const ageMs = epochMsOf(at) - epochMsOf(firstApproval.approvedAt)
  return ageMs < FIRST_COUNTS_DAYS * DAY_MS ? firstApproval : undefined
}

/**
 * Above the limit, the first approval is only recorded. It takes effect when another member of
 * staff also approves.
 *
 * State unchanged except for who approved first: the request stays pending
 * Refuses  approval.second_person
 * @returns undefined if this approval is the one that counts
 */
export function firstOfTwo(
  state: MayNeedSecondApproval,
  notes: string | null,
  facts: ApprovalFacts,
): ApprovalEvent | Refusal | undefined {
  const { reviewerId, at, worth } = facts
  const first = countingFirst(state, facts)
  if (first) return secondPersonRefusal(first, reviewerId)
  const reason = worth && secondPersonReason(worth)
  if (!reason) return undefined
  return {
    type: 'FirstApprovalGiven',
    data: {
      approvedBy: reviewerId,
      approvedAt: at,
      notes,
      ...amountsOf(worth),
      reason,
    },
  }
}

/** Recorded in the event of an approval that takes effect, so that the limits can count it. */
export function weightOf(
  state: MayNeedSecondApproval,
  facts: Omit<ApprovalFacts, 'reviewerId'>,
): { readonly weight?: Weight } {
  const { worth } = facts
  if (!worth) return {}
  const { hasCredited: credited } = worth.before
  const alone = !countingFirst(state, facts)
  return { weight: { ...amountsOf(worth), alone, credited, rules: COUNTING_RULES } }
}

function amountsOf({ value, above, ticks, flow }: Worth) {
  return { value: value === null ? null : formatUnits(value), above, ticks: [...ticks], flow }
}

/** Refuses approval.second_person: both approvals would be by one person */
function secondPersonRefusal(
  { approvedBy }: FirstApproval,
  reviewerId: string,
): Refusal | undefined {
  return approvedBy === reviewerId ? refuse('approval.second_person') : undefined
}

/**
 * Why a reviewer may not apply a proposal of a member of staff. Rejecting is still possible.
 *
 * Refuses  approval.second_person, approval.outdated: first match wins
 */
export function proposalRefusal(
  firstApproval: FirstApproval,
  reviewer: Reviewer,
): Refusal | undefined {
  const refused = secondPersonRefusal(firstApproval, reviewer.reviewerId)
  if (refused) return refused
  return countingFirst({ firstApproval }, reviewer)
    ? undefined
    : refuse('approval.outdated', PROPOSAL_COUNTS)
}

/** What the state of a deposit or withdraw request contains about its review. */
export interface ReviewedState extends MayNeedSecondApproval {
  readonly reviewedAt: Instant | null
  readonly reviewedBy: string | null
  readonly adminNotes: string | null
  readonly rejectionReason: string | null
  readonly requireReverification: boolean
  /** Only for a rejection that stops payouts until its user has verified again. */
  readonly reopensVerification?: true | undefined
  /** Reviewed, and the user has not yet pressed OK. */
  readonly isNew: boolean
  readonly hiddenForUser: boolean
}

export const NOT_REVIEWED: ReviewedState = {
  reviewedAt: null,
  reviewedBy: null,
  adminNotes: null,
  rejectionReason: null,
  requireReverification: false,
  isNew: false,
  hiddenForUser: false,
}

interface Decided {
  readonly notes: string | null
  readonly reviewedBy: string
  readonly reviewedAt: Instant
}

interface Rejected extends Decided {
  readonly reason: string | null
  readonly requireReverification: boolean
  readonly reopensVerification?: true | undefined
}

/** The result is new to the user. */
export function approved<S extends ReviewedState>(state: S, review: Decided) {
  const { reviewedBy, reviewedAt } = review
  // The notes of the first approver are kept if the second has none.
  const adminNotes = review.notes ?? state.firstApproval?.notes ?? null
  return { ...state, status: 'approved' as const, adminNotes, reviewedBy, reviewedAt, isNew: true }
}

export function rejected<S extends ReviewedState>(state: S, review: Rejected) {
  const { notes, reason, requireReverification, reopensVerification, reviewedBy, reviewedAt } =
    review
  return {
    ...state,
    status: 'rejected' as const,
    adminNotes: notes,
    rejectionReason: reason,
    requireReverification,
    ...(reopensVerification && { reopensVerification }),
    reviewedBy,
    reviewedAt,
    isNew: true,
  }
}

/** A decision of staff on a deposit or withdraw request. */
export interface ReviewCommand {
  readonly action: 'approve' | 'reject'
  readonly notes: string | null
  readonly reason: string | null
  readonly requireReverification: boolean
}

/** The fields of a rejection about its user's verification. */
export function reverificationOf({ requireReverification }: ReviewCommand) {
  return {
    requireReverification,
    ...(requireReverification && { reopensVerification: true as const }),
  }
}

/**
 * The user has seen a result: it moves from New Notifications to History.
 *
 * Refuses  item.unknown (also for another user's), acknowledge.pending,
 *          acknowledge.repeated: first match wins
 * Source   docs/product.md, Review desk
 */
export function acknowledgeRefusal(
  state: ReviewedState & { readonly status: string; readonly userId: string },
  userId: string,
): Refusal | undefined {
  if (state.status === 'none' || state.userId !== userId) return refuse('item.unknown')
  if (state.status === 'pending') return refuse('acknowledge.pending')
  return state.isNew ? undefined : refuse('acknowledge.repeated')
}
