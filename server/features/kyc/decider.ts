import type { Aggregate, Decision } from '#server/events/decider.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { type KycStatus, refusalOf } from '#shared/rules/kyc.ts'
import { ownResetsRefusal, rejectedRefusal } from '#shared/rules/waiting-requests.ts'
import type { Instant } from '#shared/time.ts'
import { type KycEvent, kycEvents } from './events.ts'

interface Documents {
  readonly frontId: string
  readonly backId: string
  readonly selfieWithId: string
}

/** A decision on an earlier submission, or one that revoked it. */
interface EarlierSubmission {
  readonly outcome: 'approved' | 'rejected' | 'reset' | 'reopened'
  readonly submittedAt: Instant
  readonly decidedAt: Instant
  /** The member of staff; left out if the user's own change of name caused it. */
  readonly decidedBy?: string
  readonly reason: string | null
  /** The user's own change of name caused the reset. */
  readonly byOwner?: true
}

/** The state of one user's verification, with the submission that it is based on. */
export interface KycState {
  readonly status: KycStatus
  readonly userId: string
  readonly userNo: string
  /** Empty if nothing is submitted. */
  readonly submissionId: string
  readonly documents: Documents
  readonly submittedAt: Instant
  readonly reviewedAt: Instant | null
  readonly reviewedBy: string | null
  readonly rejectionReason: string | null
  /** Oldest first. */
  readonly earlier: readonly EarlierSubmission[]
  /** A review asked the user to verify again, and no verification has been approved since. */
  readonly reopened?: { readonly reason: string | null; readonly askedAt: Instant }
}

const nothingSubmitted = {
  status: 'not_submitted',
  submissionId: '',
  documents: { frontId: '', backId: '', selfieWithId: '' },
  submittedAt: '',
  reviewedAt: null,
  reviewedBy: null,
  rejectionReason: null,
} as const

/**
 * One stream per user, so that a user has one verification even if several requests race:
 * not_submitted → pending → approved or rejected; rejected → pending; any → not_submitted by reset;
 * approved → not_submitted by a review that asks for it.
 */
export const kyc: Aggregate<KycState, KycEvent> = {
  kind: 'kyc',
  events: kycEvents,
  // Since 2, the earlier decisions include the rejection of a submission that was reset; since 3,
  // resets by a change of name say so; since 4, they say who decided, and include approvals.
  shape: 4,
  initial: { ...nothingSubmitted, userId: '', userNo: '', earlier: [] },
  evolve,
  summarise: ({ status }) => ({ status, waiting: status === 'pending' }),
}

function evolve(state: KycState, event: KycEvent): KycState {
  switch (event.type) {
    case 'KycSubmitted':
      return {
        ...state,
        ...nothingSubmitted,
        ...event.data,
        status: 'pending',
        earlier: earlierOf(state),
      }
    case 'KycApproved': {
      const { reviewedBy, reviewedAt } = event.data
      const { reopened: _, ...settled } = state
      return { ...settled, status: 'approved', reviewedBy, reviewedAt }
    }
    case 'KycRejected': {
      const { reason, reviewedBy, reviewedAt } = event.data
      return { ...state, status: 'rejected', rejectionReason: reason, reviewedBy, reviewedAt }
    }
    case 'KycReset': {
      const earlier = withNewest(earlierOf(state), resetOf(state, event.data))
      return { ...state, ...nothingSubmitted, earlier }
    }
    case 'KycReopened':
      return withReopened(state, event.data)
    case 'KycRevealed':
      return state
  }
}

function resetOf(
  { userId, submittedAt }: KycState,
  { reason, resetBy, resetAt: decidedAt }: Extract<KycEvent, { type: 'KycReset' }>['data'],
): EarlierSubmission {
  const reset = { outcome: 'reset', submittedAt, decidedAt, reason } as const
  return resetBy === userId ? { ...reset, byOwner: true } : { ...reset, decidedBy: resetBy }
}

export type Reopened = Extract<KycEvent, { type: 'KycReopened' }>['data']

/** An approved verification is revoked; a pending or rejected one does not change. */
function withReopened(state: KycState, asked: Reopened): KycState {
  const { userId, userNo, reason, askedBy: decidedBy, askedAt } = asked
  const reopened = { ...state, userId, userNo, reopened: { reason, askedAt } }
  if (state.status !== 'approved') return reopened
  const by = { submittedAt: state.submittedAt, decidedAt: askedAt, decidedBy, reason }
  const earlier = withNewest(earlierOf(state), { outcome: 'reopened', ...by })
  return { ...reopened, ...nothingSubmitted, earlier }
}

/** With the decision on the current submission, if there is one. */
function earlierOf(state: KycState): readonly EarlierSubmission[] {
  const { status, submittedAt, reviewedAt, reviewedBy, rejectionReason: reason, earlier } = state
  if (status !== 'approved' && status !== 'rejected') return earlier
  const by = reviewedBy === null ? {} : { decidedBy: reviewedBy }
  const decidedAt = reviewedAt ?? submittedAt
  return withNewest(earlier, { outcome: status, submittedAt, decidedAt, ...by, reason })
}

/** How many decisions of each outcome are kept. */
export const EARLIER_KEPT_MAX = 50

/** Counted for each outcome, so that resets by changes of name do not displace rejections. */
function withNewest(
  earlier: readonly EarlierSubmission[],
  added: EarlierSubmission,
): readonly EarlierSubmission[] {
  const alike = earlier.filter(({ outcome }) => outcome === added.outcome)
  const dropped = alike.length < EARLIER_KEPT_MAX ? undefined : alike[0]
  return [...earlier.filter((each) => each !== dropped), added]
}

export interface SubmitKyc {
  readonly userId: string
  readonly userNo: string
  readonly fullName: string | undefined
  readonly ssn: string | undefined
  readonly address: string | undefined
  readonly submissionId: string
  readonly documents: { readonly [Name in keyof Documents]: string | undefined }
}

/**
 * A submission asks for verification; personal data is stored outside the log.
 *
 * State    not_submitted or rejected → pending
 * Refuses  kyc.fields_missing, kyc.documents_missing, kyc.submitted_already,
 *          request.too_many_rejected, kyc.too_many_name_changes: first match wins
 * Source   docs/product.md, Verification
 */
export function submitKyc(
  state: KycState,
  command: SubmitKyc,
  facts: { readonly at: Instant },
): Decision<KycEvent> {
  const { userId, userNo, submissionId } = command
  const { frontId, backId, selfieWithId } = command.documents
  const hasDocuments = Boolean(frontId && backId && selfieWithId)
  const refused =
    refusalOf({ ...command, hasDocuments }, { status: state.status }) ??
    rejectedRefusal(rejectionsOf(state), facts) ??
    ownResetsRefusal(ownResetsOf(state), facts)
  if (refused) return refused
  if (!frontId || !backId || !selfieWithId) return refuse('kyc.documents_missing')
  const documents = { frontId, backId, selfieWithId }
  return {
    type: 'KycSubmitted',
    data: { userId, userNo, submissionId, documents, submittedAt: facts.at },
  }
}

/** The times at which staff rejected the user's submissions. */
function rejectionsOf(state: KycState): Instant[] {
  return earlierOf(state).flatMap(({ outcome, decidedAt }) =>
    outcome === 'rejected' ? decidedAt : [],
  )
}

/** The times of resets that the user's changes of name caused. */
function ownResetsOf({ earlier }: KycState): Instant[] {
  return earlier.flatMap(({ byOwner, decidedAt }) => (byOwner ? decidedAt : []))
}

/** Refuses  kyc.superseded: the named submission is no longer the current one */
function supersededRefusal(state: KycState, submissionId: string): Refusal | undefined {
  return state.submissionId === submissionId ? undefined : refuse('kyc.superseded')
}

export interface ReviewKyc {
  readonly submissionId: string
  readonly action: 'approve' | 'reject'
  readonly reason: string | null
}

/**
 * A review approves, which makes the user verified, or rejects with a reason.
 *
 * State    pending → approved or rejected
 * Refuses  access.own_request, kyc.superseded, review.already_decided, review.reason_required:
 *          first match wins
 * Source   docs/product.md, Verification
 */
export function reviewKyc(
  state: KycState,
  { submissionId, action, reason }: ReviewKyc,
  facts: { readonly reviewerId: string; readonly at: Instant },
): Decision<KycEvent> {
  const { status } = state
  if (state.userId === facts.reviewerId) return refuse('access.own_request')
  const superseded = supersededRefusal(state, submissionId)
  if (superseded) return superseded
  if (status !== 'pending') return refuse('review.already_decided', { status })
  const review = { reviewedBy: facts.reviewerId, reviewedAt: facts.at }
  if (action === 'approve') return { type: 'KycApproved', data: review }
  if (reason === null) return refuse('review.reason_required')
  return { type: 'KycRejected', data: { ...review, reason } }
}

/**
 * A reset revokes the verification, and the user may submit again.
 *
 * State    pending, approved or rejected → not_submitted
 * Refuses  access.own_request, kyc.nothing_submitted: first match wins
 * Source   docs/product.md, Verification
 */
export function resetKyc(
  state: KycState,
  { userId, reason }: { readonly userId: string; readonly reason: string | null },
  facts: { readonly reviewerId: string; readonly at: Instant },
): Decision<KycEvent> {
  if (userId === facts.reviewerId) return refuse('access.own_request')
  if (state.status === 'not_submitted') return refuse('kyc.nothing_submitted')
  return { type: 'KycReset', data: { reason, resetBy: facts.reviewerId, resetAt: facts.at } }
}

/**
 * Seeing a whole SSN is a separate act, with a reason.
 *
 * State    pending, approved or rejected, unchanged
 * Refuses  kyc.superseded, kyc.reveal_reason_required: first match wins
 * Source   docs/product.md, Verification
 */
export function revealKyc(
  state: KycState,
  { submissionId, reason }: { readonly submissionId: string; readonly reason: string | null },
  facts: { readonly reviewerId: string; readonly at: Instant },
): Decision<KycEvent> {
  const superseded = supersededRefusal(state, submissionId)
  if (superseded) return superseded
  if (reason === null) return refuse('kyc.reveal_reason_required')
  return {
    type: 'KycRevealed',
    data: { reason, revealedBy: facts.reviewerId, revealedAt: facts.at },
  }
}
