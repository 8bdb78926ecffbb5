import { ASSETS } from '#shared/assets.ts'
import { type Decimal, formatUnits, parseUnits, scaleUnits, type Units } from '#shared/money.ts'

/** The figures of the summary cards, from the listed assets only. */
export interface MarketSummary {
  readonly assets: number
  /** In USDT; undefined if no price is known. */
  readonly marketCap: Decimal | undefined
  readonly volume24h: Decimal | undefined
  /** BTC's share of the capitalisation above, in percent. */
  readonly btcDominance: Decimal | undefined
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
  priceOf: (symbol: string) => Decimal | undefined,
): MarketSummary {
  const capOf = ({ symbol, circulatingSupply }: (typeof ASSETS)[number]): Units => {
    const price = priceOf(symbol)
    return price === undefined ? 0n : parseUnits(price) * BigInt(circulatingSupply)
  }
  const marketCap = ASSETS.reduce((sum, asset) => sum + capOf(asset), 0n)
  const btc = ASSETS.find(({ symbol }) => symbol === 'BTC')
  const volume = rows.reduce((sum, row) => sum + volumeOf(row, priceOf), 0n)
  const isKnown = marketCap > 0n
  return {
    assets: ASSETS.length,
    marketCap: isKnown ? formatUnits(marketCap) : undefined,
    volume24h: volume > 0n ? formatUnits(volume) : undefined,
    btcDominance:
      isKnown && btc
        ? formatUnits(scaleUnits(capOf(btc), 100n * ONE, marketCap, 'down'))
        : undefined,
  }
}

const ONE = parseUnits('1')

/** A volume whose price has expired has expired too. */
function volumeOf(
  { symbol, volume24h }: MarketRow,
  priceOf: (symbol: string) => Decimal | undefined,
): Units {
  return volume24h === null || priceOf(symbol) === undefined ? 0n : parseUnits(volume24h)
}
