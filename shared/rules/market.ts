import { ASSETS } from '#shared/assets.ts'
import { type Decimal, formatUnits, parseUnits, scaleUnits, type Units } from '#shared/money.ts'
import type { Instant } from '#shared/time.ts'
import { earliestOf, type KnownPrice } from './portfolio.ts'

/** The figures of the summary cards, from the listed assets only. */
export interface MarketSummary {
  readonly assets: number
  /** In USDT; undefined if no price is known. */
  readonly marketCap: Decimal | undefined
  readonly volume24h: Decimal | undefined
  /** BTC's share of the capitalisation above, in percent. */
  readonly btcDominance: Decimal | undefined
  /** The time as of which all values are known; undefined while every price is current. */
  readonly asOf: Instant | undefined
}

interface MarketRow {
  readonly symbol: string
  readonly volume24h: Decimal | null
}

/**
 * Sums up the listed assets: price × circulating supply, never fixed figures.
 *
 * Units    USDT; percent
 * Source   docs/product.md, Market
 */
export function summariseMarket(
  rows: readonly MarketRow[],
  priceOf: (symbol: string) => KnownPrice | undefined,
): MarketSummary {
  const capOf = ({ symbol, circulatingSupply }: (typeof ASSETS)[number]): Units => {
    const known = priceOf(symbol)
    return known === undefined ? 0n : parseUnits(known.price) * BigInt(circulatingSupply)
  }
  const asOf = earliestOf(ASSETS.flatMap(({ symbol }) => priceOf(symbol)?.staleSince ?? []))
  const marketCap = ASSETS.reduce((sum, asset) => sum + capOf(asset), 0n)
  const btc = ASSETS.find(({ symbol }) => symbol === 'BTC')
  const volume = rows.reduce((sum, row) => sum + volumeOf(row, priceOf), 0n)
  const isKnown = marketCap > 0n
  return {
    assets: ASSETS.length,
    marketCap: isKnown ? formatUnits(marketCap) : undefined,
    // Without an asset that is not current, the sum would be a wrong number.
    volume24h: volume > 0n && asOf === undefined ? formatUnits(volume) : undefined,
    btcDominance:
      isKnown && btc
        ? formatUnits(scaleUnits(capOf(btc), 100n * ONE, marketCap, 'down'))
        : undefined,
    asOf,
  }
}

const ONE = parseUnits('1')

/** An asset without a price counts as zero. */
function volumeOf(
  { symbol, volume24h }: MarketRow,
  priceOf: (symbol: string) => KnownPrice | undefined,
): Units {
  return volume24h === null || priceOf(symbol) === undefined ? 0n : parseUnits(volume24h)
}
