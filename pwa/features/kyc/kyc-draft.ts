import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import { missingProblem, type Problem, problemAt } from '#pwa/ui/problem.ts'
import { KYC_IMAGE_BYTES_MAX } from '#shared/contract/kyc.ts'
import { serviceTimes } from '#shared/operator/service-times.ts'
import { type KycStatus, refusalOf } from '#shared/rules/kyc.ts'
import { imageRefusalOf } from '#shared/rules/upload-files.ts'
import { msg, t } from '#shared/text/t.ts'

export const PHOTO_NAMES = ['kycFrontId', 'kycBackId', 'kycSelfieWithId'] as const
export type PhotoName = (typeof PHOTO_NAMES)[number]

const NO_TEXTS = { fullName: '', ssn: '', address: '' }

/** As typed and chosen; not stored on the device until it is sent. */
export type KycDraft = Readonly<typeof NO_TEXTS & Record<PhotoName, File | undefined>>

export const EMPTY_KYC: KycDraft = {
  ...NO_TEXTS,
  kycFrontId: undefined,
  kycBackId: undefined,
  kycSelfieWithId: undefined,
}

/** Why the verification cannot be submitted. Source: docs/product.md, Verification. */
export function problemOf(draft: KycDraft, status?: KycStatus): Problem | undefined {
  for (const name of PHOTO_NAMES) {
    const file = draft[name]
    const wrong = file && problemOfRefusal(imageRefusalOf(file, KYC_IMAGE_BYTES_MAX))
    if (wrong) return problemAt(name, wrong)
  }
  const { fullName, ssn, address, ...photos } = draft
  const hasDocuments = Object.values(photos).every(Boolean)
  const refusal = refusalOf({ fullName, ssn, address, hasDocuments }, { status })
  const problem = problemOfRefusal(refusal)
  if (!problem) return undefined
  const isText = problem.code === 'kyc.fields_missing'
  return missingProblem(isText ? { fullName, ssn, address } : photos, problem) ?? problem
}

/** What the form of the verification says. Source: docs/product.md, Verification. */
export const KYC_SUBMITTED = {
  title: msg('Verification Submitted'),
  message: msg(
    "Your KYC verification has been submitted for review. You will be notified once it's processed.",
  ),
} as const

export const KYC_FAILED = {
  title: msg('Submission Failed'),
  message: msg('Failed to submit verification. Please try again.'),
} as const

export function kycNote(): string {
  return t('A review typically takes {duration}.', { duration: serviceTimes.verificationReview })
}
