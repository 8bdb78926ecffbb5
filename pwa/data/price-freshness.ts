import { isStablecoin } from '#shared/assets.ts'
import type { Price } from '#shared/contract/prices.ts'
import type { Decimal } from '#shared/money.ts'
import { isFresh } from '#shared/rules/prices.ts'
import { epochMsOf } from '#shared/time.ts'

/**
 * The price of a symbol that may still be shown and counted with, or undefined.
 *
 * A kept or live price dies of age on this screen too: the server's null never arrives offline.
 */
export function usablePrice(
  prices: readonly Price[] | undefined,
  symbol: string,
  nowMs: number,
): Decimal | undefined {
  if (isStablecoin(symbol)) return '1'
  const row = prices?.find((price) => price.symbol === symbol)
  if (!row?.price || !row.updatedAt) return undefined
  return isFresh(epochMsOf(row.updatedAt), nowMs) ? row.price : undefined
}
