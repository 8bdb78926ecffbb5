import { ASSETS } from '#shared/assets.ts'
import {
  type Decimal,
  divideUnits,
  formatUnits,
  parseUnits,
  scaleUnits,
  tryParseUnits,
  type Units,
} from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { SECOND_MS } from '#shared/time.ts'

/** Conversion between assets. Source: docs/product.md, Conversions. */

/** An older quote is refused and the user gets a new one. */
export const QUOTE_VALID_MS = 15 * SECOND_MS

/** Enough for a user who changes the amount, too few to serve as a price feed. */
export const QUOTES_PER_MINUTE = 30

export const CONVERTIBLE_SYMBOLS: readonly string[] = ASSETS.map(({ symbol }) => symbol)

/**
 * What an amount becomes: amount × from-price ÷ to-price, in one step, so that nothing is
 * rounded in between. Rounded down: the platform keeps the fraction, so no conversion creates value.
 */
export function convertedAmount(amount: Units, fromPrice: Units, toPrice: Units): Units {
  return scaleUnits(amount, fromPrice, toPrice, 'down')
}

/** The price of one unit of an asset in the other; for display only. Rounded down. */
export function conversionRate(fromPrice: Units, toPrice: Units): Units {
  return divideUnits(fromPrice, toPrice, 'down')
}

export interface ConvertCommand {
  readonly from: string
  readonly to: string
  /** Of `from`. */
  readonly amount: Decimal
}

export interface ConvertFacts {
  /** Of `from`, in 1e-8 units; undefined if unknown. */
  readonly available: Units | undefined
  /** The live prices; undefined where one is stale. */
  readonly fromPrice: Decimal | undefined
  readonly toPrice: Decimal | undefined
}

/**
 * Why an amount cannot be quoted; undefined where it can.
 *
 * Refuses  convert.same_asset, price.stale, convert.balance_insufficient, convert.too_small,
 *          convert.too_large: first match wins
 * Source   docs/product.md, Conversions
 */
export function refusalOf(
  { from, to, amount }: ConvertCommand,
  { available, fromPrice, toPrice }: ConvertFacts,
): Refusal | undefined {
  if (from === to) return refuse('convert.same_asset')
  if (fromPrice === undefined || toPrice === undefined) return refuse('price.stale')
  const units = parseUnits(amount)
  if (available !== undefined && units > available) return insufficientBalance(available)
  const received = convertedAmount(units, parseUnits(fromPrice), parseUnits(toPrice))
  if (received === 0n) return refuse('convert.too_small', { symbol: to })
  return tryParseUnits(formatUnits(received)) === undefined
    ? refuse('convert.too_large')
    : undefined
}

export function insufficientBalance(available: Units): Refusal {
  return refuse('convert.balance_insufficient', { available: formatUnits(available) })
}
