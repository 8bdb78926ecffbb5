import {
  type Decimal,
  divideUnits,
  formatUnits,
  multiplyUnits,
  parseUnits,
  type Units,
} from '#shared/money.ts'

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

export interface PortfolioValue {
  /** In USDT: the sum over the assets that have a price. */
  readonly total: Decimal
  /** Held assets without a price: the total excludes them, and screens say so. */
  readonly unpriced: readonly string[]
  /** The most valuable first; unpriced ones last. */
  readonly holdings: readonly ValuedHolding[]
}

/**
 * Values a portfolio: the sum of (available + frozen) × price per symbol.
 *
 * Units    USDT
 * Source   docs/product.md, Portfolio
 */
export function valuePortfolio(
  holdings: readonly Holding[],
  priceOf: (symbol: string) => Decimal | undefined,
): PortfolioValue {
  const valued = holdings.map((holding) => ({ holding, units: unitsOf(holding, priceOf) }))
  const total = valued.reduce((sum, { units }) => sum + (units ?? 0n), 0n)
  return {
    total: formatUnits(total),
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

function unitsOf(
  holding: Holding,
  priceOf: (symbol: string) => Decimal | undefined,
): Units | undefined {
  const price = priceOf(holding.symbol)
  return price === undefined
    ? undefined
    : multiplyUnits(amountOf(holding), parseUnits(price), 'down')
}

/** part ÷ whole × 100, rounded down. */
function percentOf(part: Units, whole: Units): Decimal {
  return whole === 0n ? '0' : formatUnits(divideUnits(part * 100n, whole, 'down'))
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
