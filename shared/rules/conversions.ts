import { ASSETS, isStablecoin } from '#shared/assets.ts'
import {
  type Decimal,
  divideUnits,
  formatUnits,
  formatUnitsInFull,
  isRecordable,
  multiplyUnits,
  parseUnits,
  scaleUnits,
  type Units,
} from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { SECOND_MS } from '#shared/time.ts'

/** Conversion between assets. Source: docs/product.md, Conversions. */

/** An older quote is refused and the user gets a new one. */
export const QUOTE_VALID_MS = 15 * SECOND_MS

/** Enough for a user who edits the amount, too few to serve as a price feed. */
export const QUOTES_PER_MINUTE = 30

/** Stablecoins are not converted into each other while one differs from 1 by more than this. */
export const OFF_PAR_PERCENT_MAX = 1n

export const CONVERTIBLE_SYMBOLS: readonly string[] = ASSETS.map(({ symbol }) => symbol)

/** The operator's settings. */
export interface ConvertTerms {
  /** What a conversion costs, in percent of its value. */
  readonly spreadPercent: Decimal
  /** The most that one conversion may be worth in USDT. */
  readonly quoteMaximum: Decimal
  /** The most that one user may convert within 24 hours, in USDT. */
  readonly dayMaximum: Decimal
}

export const CONVERT_TERMS_DEFAULT: ConvertTerms = {
  spreadPercent: '0.5',
  quoteMaximum: '50000',
  dayMaximum: '250000',
}

const HUNDRED_PERCENT = parseUnits('100')

/**
 * The result of a conversion: amount × from-price ÷ to-price, minus the spread, in one step so that
 * nothing is rounded in between. Rounded down: a conversion never creates value, and the fraction
 * of a unit stays with the platform.
 */
export function convertedAmount(
  amount: Units,
  fromPrice: Units,
  toPrice: Units,
  spreadPercent: Decimal,
): Units {
  const kept = HUNDRED_PERCENT - parseUnits(spreadPercent)
  return scaleUnits(amount, fromPrice * kept, toPrice * HUNDRED_PERCENT, 'down')
}

/** The price of one unit of an asset in the other; for display only. Rounded down. */
export function conversionRate(fromPrice: Units, toPrice: Units): Units {
  return divideUnits(fromPrice, toPrice, 'down')
}

/** What an amount is worth in USDT, as the limits count it. Rounded up. */
export function worthOf(amount: Decimal, price: Decimal): Units {
  return multiplyUnits(parseUnits(amount), parseUnits(price), 'up')
}

/**
 * True when a price has moved so far that it could outweigh the spread: a quote is valid while each
 * of its two prices stays within half of the spread.
 */
export function hasMoved(quoted: Decimal, live: Decimal, spreadPercent: Decimal): boolean {
  const distance = parseUnits(live) - parseUnits(quoted)
  const absolute = distance < 0n ? -distance : distance
  return absolute * 2n * HUNDRED_PERCENT > parseUnits(quoted) * parseUnits(spreadPercent)
}

type PriceOf = (symbol: string) => Decimal | undefined

/** A stablecoin whose price at its source is too far from 1; undefined if none. */
export function stablecoinOffPar(priceOf: PriceOf): string | undefined {
  const par = parseUnits('1')
  return CONVERTIBLE_SYMBOLS.filter(isStablecoin).find((symbol) => {
    const distance = parseUnits(priceOf(symbol) ?? '1') - par
    return (distance < 0n ? -distance : distance) * 100n > par * OFF_PAR_PERCENT_MAX
  })
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
  /** The live price of an asset; undefined if it is stale. */
  readonly priceOf: PriceOf
  /** undefined if the browser has not read them yet. */
  readonly terms: ConvertTerms | undefined
  /** What the user converted in the last 24 hours, in USDT. */
  readonly convertedToday: Units
}

/**
 * Why an amount cannot be quoted; undefined if it can.
 *
 * Refuses  convert.same_asset, price.stale, convert.stablecoins_halted,
 *          convert.balance_insufficient, convert.above_quote_limit, convert.above_day_limit,
 *          convert.too_small, convert.too_large: first match wins
 * Source   docs/product.md, Conversions
 */
export function refusalOf(
  { from, to, amount }: ConvertCommand,
  { available, priceOf, terms, convertedToday }: ConvertFacts,
): Refusal | undefined {
  if (from === to) return refuse('convert.same_asset')
  const [fromPrice, toPrice] = [priceOf(from), priceOf(to)]
  if (fromPrice === undefined || toPrice === undefined) return refuse('price.stale')
  const halted = haltOf(from, to, priceOf)
  if (halted) return halted
  const units = parseUnits(amount)
  if (available !== undefined && units > available) return insufficientBalance(available)
  const overLimit = terms && limitRefusal(worthOf(amount, fromPrice), terms, convertedToday)
  if (overLimit) return overLimit
  const { spreadPercent } = terms ?? CONVERT_TERMS_DEFAULT
  const [fromUnits, toUnits] = [parseUnits(fromPrice), parseUnits(toPrice)]
  const received = convertedAmount(units, fromUnits, toUnits, spreadPercent)
  if (received === 0n) return refuse('convert.too_small', { symbol: to })
  return isRecordable(received) ? undefined : refuse('convert.too_large')
}

/** Why two stablecoins cannot be converted into each other now; undefined if they can. */
export function haltOf(from: string, to: string, priceOf: PriceOf): Refusal | undefined {
  if (!isStablecoin(from) || !isStablecoin(to)) return undefined
  const symbol = stablecoinOffPar(priceOf)
  const price = symbol && priceOf(symbol)
  const percent = String(OFF_PAR_PERCENT_MAX)
  return price ? refuse('convert.stablecoins_halted', { symbol, price, percent }) : undefined
}

function limitRefusal(
  worth: Units,
  { quoteMaximum, dayMaximum }: ConvertTerms,
  convertedToday: Units,
): Refusal | undefined {
  if (worth > parseUnits(quoteMaximum)) {
    return refuse('convert.above_quote_limit', { maximum: quoteMaximum, worth: formatUnits(worth) })
  }
  const left = leftToday(dayMaximum, convertedToday)
  if (worth <= left) return undefined
  return refuse('convert.above_day_limit', { maximum: dayMaximum, left: formatUnits(left) })
}

/** What a user may still convert within these 24 hours, in USDT. */
export function leftToday(dayMaximum: Decimal, convertedToday: Units): Units {
  const left = parseUnits(dayMaximum) - convertedToday
  return left > 0n ? left : 0n
}

export function insufficientBalance(available: Units): Refusal {
  return refuse('convert.balance_insufficient', { available: formatUnitsInFull(available) })
}
