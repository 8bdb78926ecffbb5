import type { Uploads } from '#server/platform/uploads.ts'
import type { ReviewItem } from '#server/queries/requests-for-review.ts'
import type { KycRequest, KycVerification } from '#shared/contract/kyc.ts'
import { maskAddress, maskSsn } from '#shared/rules/kyc.ts'
import type { Applicant } from './applicants.ts'
import { type KycState, kyc } from './decider.ts'

/** As shown to the user. */
export function presentVerification(
  userId: string,
  state: KycState = kyc.initial,
): KycVerification {
  return {
    user_id: userId,
    status: state.status,
    rejection_reason: state.rejectionReason,
    submitted_at: state.submittedAt || null,
    reviewed_at: state.reviewedAt,
    reopened: presentReopened(state),
  }
}

function presentReopened({ reopened }: KycState) {
  return reopened ? { reason: reopened.reason, asked_at: reopened.askedAt } : null
}

/** As shown to reviewers; only the last part of SSN and address is sent to the review desk. */
export function presentRequest(
  { state, requester, reviewer }: ReviewItem<KycState>,
  applicant: Applicant | undefined,
  links: Pick<Uploads, 'signedUrl'>,
): KycRequest {
  const { documents, status } = state
  if (status === 'not_submitted') throw new Error('a verification without submission is on a list')
  return {
    id: state.submissionId,
    user_id: state.userId,
    full_name: applicant?.fullName ?? '',
    ssn: applicant ? maskSsn(applicant.ssn) : '',
    address: applicant ? maskAddress(applicant.address) : '',
    front_id_url: links.signedUrl(documents.frontId),
    back_id_url: links.signedUrl(documents.backId),
    selfie_with_id_url: links.signedUrl(documents.selfieWithId),
    status,
    submitted_at: state.submittedAt,
    reviewed_at: state.reviewedAt,
    reviewed_by: reviewer,
    rejection_reason: state.rejectionReason,
    reopened: presentReopened(state),
    earlier: state.earlier.map(({ outcome, submittedAt, decidedAt, reason }) => ({
      outcome,
      submitted_at: submittedAt,
      decided_at: decidedAt,
      reason,
    })),
    user: requester,
  }
}
