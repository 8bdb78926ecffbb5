import { type Refusal, refuse } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'

/** Identity verification: what a submission needs, and how much of it is shown. */

export const KYC_STATUSES = ['not_submitted', 'pending', 'approved', 'rejected'] as const
export type KycStatus = (typeof KYC_STATUSES)[number]

/** Reasons that reviewers give often; each can be changed before it is sent. */
export const KYC_REJECTION_TEMPLATES = [
  {
    label: msg('Not readable'),
    text: msg('A document is not readable. Take the photo again in good light.'),
  },
  { label: msg('Cut off'), text: msg('A document is cut off. All four corners must be visible.') },
  { label: msg('Expired'), text: msg('The ID has expired. Send one that is still valid.') },
  {
    label: msg('Name differs'),
    text: msg('The name does not match the ID. Enter it exactly as it appears on the ID.'),
  },
  {
    label: msg('Selfie unclear'),
    text: msg(
      'Your face or the ID is not clearly visible in the selfie. Hold the ID next to your face.',
    ),
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

/**
 * An address masked to its last part, such as the town: "•••, Springfield". Shows nothing if the
 * address has only one part, or if the last part is more than half of it. Source: docs/product.md,
 * Verification
 */
export function maskAddress(address: string): string {
  const parts = address.split(/[,،、\n]/u).map((part) => part.trim())
  const shown = parts.filter((part) => part !== '').at(-1) ?? ''
  return parts.length > 1 && shown.length * 2 <= address.trim().length ? `•••, ${shown}` : '•••'
}
