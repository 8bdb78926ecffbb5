import { type Decimal, multiplyUnits, parseUnits, type Units } from '#shared/money.ts'

/** Spot trading. Source: docs/product.md, Spot orders. */

export const SPOT_PAIRS = ['BTC/USDT'] as const
export type SpotPair = (typeof SPOT_PAIRS)[number]

/** Limits lie on this step of the quote asset. */
export const PRICE_STEP: Decimal = '0.01'

/** An approval refuses when the live price is further from a market order's quote than this. */
export const PRICE_MOVE_PERCENT_MAX = 2n

/** A market order may name a price that was current this long ago, so that a tick in between does
 * not refuse what the person saw. */
export const QUOTE_AGE_MS_MAX = 10_000

export const SPOT_STATUSES = [
  'pending_approval',
  'pending',
  'approved',
  'rejected',
  'cancelled',
  'filled',
  'executed',
] as const
export type SpotStatus = (typeof SPOT_STATUSES)[number]

/** Current Orders lists these; Order History lists everything else. */
export const CURRENT_SPOT_STATUSES: readonly SpotStatus[] = ['pending', 'pending_approval']

export function pairOf(pair: SpotPair): { readonly base: string; readonly quote: string } {
  const [base, quote] = pair.split('/') as [string, string]
  return { base, quote }
}

export function isOnPriceStep(price: Units): boolean {
  return price % parseUnits(PRICE_STEP) === 0n
}

/** What a buy freezes, in the quote asset. Rounded up: the platform never gives away a fraction. */
export function costOf(amount: Units, price: Units): Units {
  return multiplyUnits(amount, price, 'up')
}

/** What a sell pays out, in the quote asset. Rounded down for the same reason. */
export function proceedsOf(amount: Units, price: Units): Units {
  return multiplyUnits(amount, price, 'down')
}

/** True when `live` lies more than 2 % away from `quoted`, in either direction. */
export function priceMovedTooFar(quoted: string, live: string): boolean {
  const from = parseUnits(quoted)
  const distance = parseUnits(live) - from
  const absolute = distance < 0n ? -distance : distance
  return absolute * 100n > from * PRICE_MOVE_PERCENT_MAX
}
