import { z } from 'zod'
import { decimalOf, percentChange } from '#server/prices/exact-decimal.ts'
import type { PriceReading } from '#server/prices/price-source.ts'
import { type Decimal, formatUnits, multiplyUnits, parseUnits } from '#shared/money.ts'

/** A number as text, parsed exactly. */
export const figure = z.string().transform((text, context): Decimal => {
  const decimal = decimalOf(text)
  if (decimal !== undefined) return decimal
  context.addIssue(`not a number: "${text.slice(0, 40)}"`)
  return z.NEVER
})

/** An epoch in seconds or milliseconds, as returned by the exact JSON parser. */
export const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/** A market's statistics of the day. They are optional: unreadable ones are omitted. */
export function statisticsOf(
  open: string | undefined,
  last: string,
  turnover: Decimal | undefined,
): Pick<PriceReading, 'change24h' | 'volume24h'> {
  const from = decimalOf(open ?? '')
  const to = decimalOf(last)
  const known = from !== undefined && to !== undefined && parseUnits(from) > 0n
  return {
    change24h: known ? percentChange(parseUnits(from), parseUnits(to)) : null,
    volume24h: turnover ?? null,
  }
}

/** An amount of an asset in USDT; undefined if one of the two cannot be read. */
export function turnoverOf(volume: string | undefined, price: string): Decimal | undefined {
  const amount = decimalOf(volume ?? '')
  const each = decimalOf(price)
  if (!amount || !each || amount.startsWith('-') || each.startsWith('-')) return undefined
  return formatUnits(multiplyUnits(parseUnits(amount), parseUnits(each), 'down'))
}
