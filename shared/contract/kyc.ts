import * as z from 'zod/mini'
import { get, post } from '#shared/contract/define-route.ts'
import {
  claimedUserId,
  idField,
  instantField,
  textField,
  userNames,
} from '#shared/contract/fields.ts'
import { requestStatus, reviewCounts, reviewPage } from '#shared/contract/reviews.ts'
import { KYC_STATUSES } from '#shared/rules/kyc.ts'

/** Identity verification, by the user and by staff. Source: docs/product.md, Verification. */

export const KYC_IMAGE_BYTES_MAX = 8 * 1024 * 1024

/** A review of another request asked the user to verify again, and no approval followed yet. */
const reopened = z.nullable(z.object({ reason: z.nullable(z.string()), asked_at: instantField }))

/** The status of a verification; submitted data is never returned to its owner. */
export const kycVerification = z.object({
  user_id: idField,
  status: z.enum(KYC_STATUSES),
  rejection_reason: z.nullable(z.string()),
  submitted_at: z.nullable(instantField),
  reviewed_at: z.nullable(instantField),
  reopened,
})
export type KycVerification = z.infer<typeof kycVerification>

export const readVerification = get('/api/kyc/:userId', {
  summary: 'How the verification of one user stands',
  access: 'own',
  response: kycVerification,
})

const typed = (max: number) => z.optional(textField(max, 0))
const image = {
  required: false,
  accepts: 'image',
  bytesMax: KYC_IMAGE_BYTES_MAX,
  isSealed: true,
} as const

export const submitKyc = post('/kyc/submit', {
  summary: 'Submit a verification with name, SSN, address and three images',
  access: 'user',
  offline: 'queue',
  isGuessable: true,
  body: z.object({
    fullName: typed(120),
    ssn: typed(40),
    address: typed(500),
    /** Links from POST /api/upload-kyc-doc, if the images are not in this form. */
    frontIdUrl: typed(500),
    backIdUrl: typed(500),
    selfieWithIdUrl: typed(500),
  }),
  // In the form itself, so that a single submission can wait for a connection. The names differ from
  // those of other forms because identity documents are stored separately.
  files: { kycFrontId: image, kycBackId: image, kycSelfieWithId: image },
  response: z.object({ message: z.string(), verification: kycVerification }),
  perMinute: 30,
})

export const uploadKycDocument = post('/api/upload-kyc-doc', {
  summary:
    'Upload one image for a verification, which is encrypted; its link goes into the submission',
  access: 'user',
  idempotency: 'natural',
  body: z.object({
    userId: claimedUserId,
  }),
  files: { kycDocument: { ...image, required: true } },
  response: z.object({ url: z.string() }),
  perMinute: 30,
})

/** A verification as the review desk sees it. */
export const kycRequest = z.object({
  id: idField,
  user_id: idField,
  /** As submitted; empty once the account is deleted. */
  full_name: z.string(),
  /** Masked to its last four digits. */
  ssn: z.string(),
  /** Masked to its last part. */
  address: z.string(),
  front_id_url: z.string(),
  back_id_url: z.string(),
  selfie_with_id_url: z.string(),
  status: requestStatus,
  submitted_at: instantField,
  reviewed_at: z.nullable(instantField),
  reviewed_by: z.nullable(z.string()),
  rejection_reason: z.nullable(z.string()),
  reopened,
  /** Earlier decisions on this user, oldest first. */
  earlier: z.array(
    z.object({
      outcome: z.enum(['approved', 'rejected', 'reset', 'reopened']),
      submitted_at: instantField,
      decided_at: instantField,
      reason: z.nullable(z.string()),
    }),
  ),
  user: userNames,
})
export type KycRequest = z.infer<typeof kycRequest>

export const listKycRequests = get('/admin/kyc-requests', {
  summary: 'Verifications of all users: pending ones oldest first, others newest first',
  access: 'reviews.read',
  query: reviewPage,
  response: z.array(kycRequest),
})

export const countKycRequests = get('/admin/kyc-requests/counts', {
  summary: 'How many verifications have each status',
  access: 'reviews.read',
  response: reviewCounts,
})

export const readKycRequest = get('/admin/kyc-requests/:id', {
  summary: 'One verification with fresh links to its images',
  access: 'reviews.read',
  response: kycRequest,
})

export const reviewKyc = post('/admin/kyc-review', {
  summary: 'Approve a verification, or reject it with a reason',
  access: 'kyc.review',
  body: z.object({
    kycId: idField,
    action: z.enum(['approve', 'reject']),
    /** Required when rejecting. */
    reason: z.optional(textField(1000, 0)),
  }),
})

export const revealKyc = post('/admin/kyc-requests/:id/reveal', {
  summary: 'See the whole SSN and address; who asked for it, when and why is recorded',
  access: 'kyc.reveal',
  stepUp: 'always',
  offline: 'refuse',
  body: z.object({ reason: z.optional(textField(500, 0)) }),
  response: z.object({ full_name: z.string(), ssn: z.string(), address: z.string() }),
  perMinute: 30,
})

export const resetKyc = post('/admin/reset-kyc', {
  summary: 'Clear the verification of a user and delete its record',
  access: 'kyc.reset',
  body: z.object({ userId: idField, reason: z.optional(textField(1000, 0)) }),
})

declare module '#shared/rules/permissions.ts' {
  interface ReviewPermissions {
    'kyc.review': true
  }
}
