import { PRICE_UNIT } from '#shared/assets.ts'
import type { Price } from '#shared/contract/prices.ts'
import type { Decimal } from '#shared/money.ts'
import type { KnownPrice } from '#shared/rules/portfolio.ts'
import { FIXED_SOURCE, isFresh } from '#shared/rules/prices.ts'
import { epochMsOf } from '#shared/time.ts'

/**
 * The price of a symbol, or undefined if it is too old to be shown or calculated with.
 *
 * The age is checked here as well, because offline the server cannot report that a price is stale.
 */
export function usablePrice(
  prices: readonly Price[] | undefined,
  symbol: string,
  nowMs: number,
): Decimal | undefined {
  if (symbol === PRICE_UNIT) return '1'
  const row = prices?.find((price) => price.symbol === symbol)
  if (!row?.price || !row.updatedAt) return undefined
  // If the source has no rate, the fixed one does not age.
  if (row.source === FIXED_SOURCE) return row.price
  return isFresh(epochMsOf(row.updatedAt), nowMs) ? row.price : undefined
}

/** For sums: the price of a symbol, however old, and since when it is not current. */
export function lastKnownPrice(
  prices: readonly Price[] | undefined,
  symbol: string,
  nowMs: number,
): KnownPrice | undefined {
  const current = usablePrice(prices, symbol, nowMs)
  if (current !== undefined) return { price: current }
  const row = prices?.find((price) => price.symbol === symbol)
  const price = row?.price ?? row?.lastPrice
  return price && row?.updatedAt ? { price, staleSince: row.updatedAt } : undefined
}
