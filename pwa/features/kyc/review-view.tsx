import { IdCard } from 'lucide-react'
import { problemOr, type ReviewView } from '#pwa/reviews/review-view.ts'
import { type KycRequest, kycRequest } from '#shared/contract/kyc.ts'
import { KYC_REJECTION_TEMPLATES } from '#shared/rules/kyc.ts'
import { KycSubject } from './kyc-subject.tsx'
import { useReviewKyc } from './use-kyc-review.ts'

/** How staff review a verification: its images, and templates for what is wrong with them. */
export const kycReview: ReviewView<KycRequest> = {
  kind: 'kyc',
  label: 'Verification',
  plural: 'KYC',
  icon: IdCard,
  permission: 'kyc.review',
  schema: kycRequest,
  // A user has one stream of verifications.
  caseIdOf: ({ user_id }) => user_id,
  submissionOf: ({ id }) => id,
  Subject: ({ subject, onDecide }) => (
    <KycSubject view={kycReview} request={subject} onDecide={onDecide} />
  ),
  decision: {
    titles: { approve: 'Approve this verification?', reject: 'Reject verification' },
    rows: ({ full_name: name, user }) => [
      { label: 'Full name', value: name || 'N/A', strong: true },
      { label: 'Account', value: user.full_name || 'N/A' },
      { label: 'Email', value: user.email || 'N/A' },
    ],
    reason: { isRequired: true, templates: KYC_REJECTION_TEMPLATES },
    useSend: useReviewKyc,
    problemOf: problemOr('Action failed'),
  },
}
