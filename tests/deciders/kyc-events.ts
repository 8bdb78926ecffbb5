import type { SubmitKyc } from '#server/features/kyc/decider.ts'
import type { KycEvent } from '#server/features/kyc/events.ts'

export const AT = '2026-01-31T09:30:00.000Z'
export const LATER = '2026-01-31T10:00:00.000Z'
export const documents = { frontId: 'upload-1', backId: 'upload-2', selfieWithId: 'upload-3' }

export const command: SubmitKyc = {
  userId: 'user-1',
  userNo: '7',
  fullName: 'Demo User',
  ssn: '123-45-6789',
  address: '1 Example Street',
  submissionId: 'submission-1',
  documents,
}

export const submitted = {
  type: 'KycSubmitted',
  data: { userId: 'user-1', userNo: '7', submissionId: 'submission-1', documents, submittedAt: AT },
} as const satisfies KycEvent
export const approved: KycEvent = {
  type: 'KycApproved',
  data: { reviewedBy: 'admin-1', reviewedAt: LATER },
}
export const rejected: KycEvent = {
  type: 'KycRejected',
  data: { reason: 'Not readable', reviewedBy: 'admin-1', reviewedAt: LATER },
}
export const wasReset: KycEvent = {
  type: 'KycReset',
  data: { reason: null, resetBy: 'admin-1', resetAt: LATER },
}
