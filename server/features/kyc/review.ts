import { readKyc } from '#server/queries/kyc-requests.ts'
import { onlyDecision, type ReviewSource } from '#server/reviews/review-source.ts'
import { type KycRequest, kycRequest } from '#shared/contract/kyc.ts'
import { findApplicants } from './applicants.ts'
import { type KycState, kyc } from './decider.ts'
import { presentRequest } from './present.ts'

/** The verifications in the review desk: a case is the user's only stream. */
export const kycReviews: ReviewSource<KycState, KycRequest> = {
  kind: kyc.kind,
  subject: kycRequest,
  summarise: ({ submittedAt }) => ({ asset: null, amount: null, note: '', since: submittedAt }),
  present: async (services, id) => {
    const { pool, log, uploads } = services
    const document = await log.readDocument<KycState>(`${kyc.kind}-${id}`)
    const submissionId = document?.state.submissionId
    const item = submissionId ? await readKyc<KycState>(pool, submissionId) : undefined
    if (!item || !submissionId) return undefined
    const applicants = await findApplicants(services, [submissionId])
    return presentRequest(item, applicants.get(submissionId), uploads)
  },
  decides: { KycApproved: 'KycSubmitted', KycRejected: 'KycSubmitted' },
  decisions: (id, state) => [
    ...onlyDecision(id, state),
    ...state.earlier.toReversed().map(({ outcome, decidedAt, decidedBy = null, reason }) => ({
      id,
      outcome,
      at: decidedAt,
      reviewerId: decidedBy,
      reason,
      notes: null,
    })),
  ],
}
