import {
  type Decimal,
  divideUnits,
  formatUnits,
  multiplyUnits,
  parseUnits,
  type Units,
} from '#shared/money.ts'
import { epochMsOf, type Instant } from '#shared/time.ts'

/** The balance of one asset. */
export interface Holding {
  readonly symbol: string
  readonly available: Decimal
  readonly frozen: Decimal
}

export interface ValuedHolding extends Holding {
  /** In USDT, rounded down; undefined without a price. */
  readonly value: Decimal | undefined
  /** Share of the whole in percent; "0" without a price. */
  readonly percent: Decimal
}

/** The last price of an asset. */
export interface KnownPrice {
  readonly price: Decimal
  /** The time of the last price if it is no longer current; undefined while it is current. */
  readonly staleSince?: Instant | undefined
}

export interface PortfolioValue {
  /** In USDT: the sum over the assets that ever had a price. */
  readonly total: Decimal
  /** The time as of which the whole total is known; undefined while every price is current. */
  readonly asOf: Instant | undefined
  /** Held assets whose price is not current: the total counts them at their last one. */
  readonly stale: readonly string[]
  /** Held assets that never had a price: the total excludes them, and screens say so. */
  readonly unpriced: readonly string[]
  /** The most valuable first; unpriced ones last. */
  readonly holdings: readonly ValuedHolding[]
}

/**
 * Values a portfolio: the sum of (available + frozen) × price per symbol. If a price is not
 * current, the sum uses that asset's last price: leaving the asset out would look like a loss.
 *
 * Units    USDT
 * Source   docs/product.md, Portfolio
 */
export function valuePortfolio(
  holdings: readonly Holding[],
  priceOf: (symbol: string) => KnownPrice | undefined,
): PortfolioValue {
  const valued = holdings.map((holding) => {
    const known = priceOf(holding.symbol)
    const isHeld = amountOf(holding) > 0n
    return {
      holding,
      units: known && multiplyUnits(amountOf(holding), parseUnits(known.price), 'down'),
      staleSince: isHeld ? known?.staleSince : undefined,
    }
  })
  const total = valued.reduce((sum, { units }) => sum + (units ?? 0n), 0n)
  const stale = valued.filter(({ staleSince }) => staleSince !== undefined)
  return {
    total: formatUnits(total),
    asOf: earliestOf(stale.flatMap(({ staleSince }) => staleSince ?? [])),
    stale: stale.map(({ holding }) => holding.symbol),
    unpriced: valued
      .filter(({ holding, units }) => units === undefined && amountOf(holding) > 0n)
      .map(({ holding }) => holding.symbol),
    holdings: valued
      .toSorted((a, b) => compare(b.units ?? -1n, a.units ?? -1n))
      .map(({ holding, units }) => ({
        ...holding,
        value: units === undefined ? undefined : formatUnits(units),
        percent: percentOf(units ?? 0n, total),
      })),
  }
}

/** Available plus frozen. */
export function amountOf({ available, frozen }: Holding): Units {
  return parseUnits(available) + parseUnits(frozen)
}

/** The earliest of some instants; undefined if there are none. */
export function earliestOf(instants: readonly Instant[]): Instant | undefined {
  return instants.toSorted((a, b) => epochMsOf(a) - epochMsOf(b))[0]
}

/** part ÷ whole × 100, rounded down. */
function percentOf(part: Units, whole: Units): Decimal {
  return whole === 0n ? '0' : formatUnits(divideUnits(part * 100n, whole, 'down'))
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
