import { type Refusal, refuse } from '#shared/refusal.ts'

/** Identity verification: what a submission needs, and how much of it is shown. */

export const KYC_STATUSES = ['not_submitted', 'pending', 'approved', 'rejected'] as const
export type KycStatus = (typeof KYC_STATUSES)[number]

/** Reasons that reviewers give often; each can be changed before it is sent. */
export const KYC_REJECTION_TEMPLATES = [
  {
    label: 'Not readable',
    text: 'A document is not readable. Take the photo again in good light.',
  },
  { label: 'Cut off', text: 'A document is cut off. All four corners must be in the picture.' },
  { label: 'Expired', text: 'The ID has expired. Send one that is valid today.' },
  {
    label: 'Name differs',
    text: 'The name does not match the ID. Write it exactly as on the ID.',
  },
  {
    label: 'Selfie unclear',
    text: 'Your face or the ID is not clearly visible in the selfie. Hold the ID beside your face.',
  },
] as const

interface KycFields {
  readonly fullName?: string | undefined
  readonly ssn?: string | undefined
  readonly address?: string | undefined
  /** Whether all three images are present. */
  readonly hasDocuments: boolean
}

/**
 * Why a submission is refused; undefined if it is accepted.
 *
 * Refuses  kyc.fields_missing, kyc.documents_missing, kyc.submitted_already: first match wins
 * Source   docs/product.md, Verification; the format of the number is not checked
 */
export function refusalOf(
  { fullName, ssn, address, hasDocuments }: KycFields,
  /** undefined if unknown. */
  { status }: { readonly status: KycStatus | undefined },
): Refusal | undefined {
  if (!fullName?.trim() || !ssn?.trim() || !address?.trim()) return refuse('kyc.fields_missing')
  if (!hasDocuments) return refuse('kyc.documents_missing')
  const isSubmitted = status === 'pending' || status === 'approved'
  return isSubmitted ? refuse('kyc.submitted_already', { status }) : undefined
}

const SHOWN_MAX = 4

/**
 * A social security number masked to its last four digits: "•••-••-6789".
 *
 * Never shows more than half of the digits, so it shows fewer of a short number. Source: docs/product.md, Verification
 */
export function maskSsn(ssn: string): string {
  const digits = ssn.replace(/[^\p{L}\p{N}]/gu, '')
  const shown = Math.min(SHOWN_MAX, Math.floor(digits.length / 2))
  return `•••-••-${shown === 0 ? '••••' : digits.slice(-shown).padStart(SHOWN_MAX, '•')}`
}
