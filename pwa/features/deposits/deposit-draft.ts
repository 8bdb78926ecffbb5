import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import { missingProblem, type Problem, problemAt } from '#pwa/ui/problem.ts'
import { SCREENSHOT_BYTES_MAX } from '#shared/contract/deposits.ts'
import { tryParsePositive } from '#shared/money.ts'
import { type DepositCoin, refusalOf } from '#shared/rules/deposits.ts'
import { imageRefusalOf } from '#shared/rules/upload-files.ts'
import { t } from '#shared/text/t.ts'

export interface DepositDraft {
  readonly amount: string
  readonly screenshot: File | undefined
}

export const EMPTY_DRAFT: DepositDraft = { amount: '', screenshot: undefined }

export const FIELD_OF = {
  'deposit.below_minimum': 'amount',
  'upload.not_image': 'screenshot',
  'upload.too_large': 'screenshot',
  'upload.too_many_pixels': 'screenshot',
  'upload.broken': 'screenshot',
  'file.unreadable': 'screenshot',
} as const

/** Why the deposit cannot be reported. Source: docs/product.md, Deposits. */
export function problemOf(draft: DepositDraft, { symbol }: DepositCoin): Problem | undefined {
  const { amount, screenshot } = draft
  const missing = missingProblem(
    { amount, screenshot },
    {
      title: t('Missing Information'),
      message: t('Please fill in the amount and upload a screenshot.'),
    },
  )
  if (missing || !screenshot) return missing
  if (tryParsePositive(amount) === undefined) {
    const message = t('Please enter a valid amount greater than 0.')
    return problemAt('amount', { title: t('Invalid Amount'), message })
  }
  return problemOfRefusal(
    refusalOf({ symbol, amount }, { isOffered: undefined }) ??
      imageRefusalOf(screenshot, SCREENSHOT_BYTES_MAX),
  )
}
