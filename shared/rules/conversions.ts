import { ASSETS } from '#shared/assets.ts'
import { divideUnits, scaleUnits, type Units } from '#shared/money.ts'
import { SECOND_MS } from '#shared/time.ts'

/** Conversion between assets. Source: docs/product.md, Conversions. */

/** A quote that is older is refused, and the person gets a new one to look at. */
export const QUOTE_VALID_MS = 15 * SECOND_MS

/** Enough for somebody who plays with the amount, too few to be a feed of prices. */
export const QUOTES_PER_MINUTE = 30

export const CONVERTIBLE_SYMBOLS: readonly string[] = ASSETS.map(({ symbol }) => symbol)

/**
 * What an amount becomes: amount × from-price ÷ to-price, in one step so that nothing is rounded on
 * the way. Rounded down: a conversion never creates value, the fraction of a unit stays with the
 * platform.
 */
export function convertedAmount(amount: Units, fromPrice: Units, toPrice: Units): Units {
  return scaleUnits(amount, fromPrice, toPrice, 'down')
}

/** What one unit of an asset brings of the other; shown, never calculated with. Rounded down. */
export function conversionRate(fromPrice: Units, toPrice: Units): Units {
  return divideUnits(fromPrice, toPrice, 'down')
}
