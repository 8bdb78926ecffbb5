import { SCREENSHOT_BYTES_MAX } from '#shared/contract/deposits.ts'
import { describeRefusal } from '#shared/errors.ts'
import { formatBytes } from '#shared/format.ts'
import { tryParseUnits } from '#shared/money.ts'
import { type DepositCoin, depositMinimum } from '#shared/rules/deposits.ts'

/** What a person has entered so far. */
export interface DepositDraft {
  readonly amount: string
  readonly screenshot: File | undefined
}

export const EMPTY_DRAFT: DepositDraft = { amount: '', screenshot: undefined }

interface Problem {
  readonly title: string
  readonly message: string
}

/**
 * What keeps the form from being sent; undefined when nothing does.
 *
 * Source: docs/product.md, Deposits
 */
export function problemOf(draft: DepositDraft, coin: DepositCoin): Problem | undefined {
  const { amount, screenshot } = draft
  if (amount.trim() === '' || !screenshot) {
    return {
      title: 'Missing Information',
      message: 'Please fill in the amount and upload a screenshot.',
    }
  }
  const units = tryParseUnits(amount)
  if (units === undefined || units <= 0n) {
    return { title: 'Invalid Amount', message: 'Please enter a valid amount greater than 0.' }
  }
  if (units < depositMinimum(coin)) {
    return describeRefusal('deposit.below_minimum', {
      minimum: coin.minimum,
      symbol: coin.symbol,
    })
  }
  if (!screenshot.type.startsWith('image/')) {
    return describeRefusal('upload.not_image', { file: screenshot.name })
  }
  if (screenshot.size > SCREENSHOT_BYTES_MAX) {
    return describeRefusal('upload.too_large', {
      file: screenshot.name,
      maximum: formatBytes(SCREENSHOT_BYTES_MAX),
    })
  }
  return undefined
}
