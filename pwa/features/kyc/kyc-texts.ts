import { KYC_REVIEW_TIME } from '#shared/rules/kyc.ts'

/** What the form of the verification says. Source: docs/product.md, Verification. */
export const KYC_SUBMITTED = {
  title: 'Verification Submitted',
  message:
    "Your KYC verification has been submitted for review. You will be notified once it's processed.",
} as const

export const KYC_WAITS = 'Your verification is sent by itself.'

export const KYC_FAILED = {
  title: 'Submission Failed',
  message: 'Failed to submit verification. Please try again.',
} as const

export const KYC_NOTE = `A review typically takes ${KYC_REVIEW_TIME}.`
