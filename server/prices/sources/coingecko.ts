import { z } from 'zod'
import { decimalOf } from '#server/prices/exact-decimal.ts'
import type { PriceReading, PriceSource } from '#server/prices/price-source.ts'
import { type Decimal, divideUnits, formatUnits, parseUnits } from '#shared/money.ts'
import { SECOND_MS } from '#shared/time.ts'
import { wholeNumber } from './figures.ts'
import { type MarketOptions, poll } from './market.ts'
import { createRestClient } from './rest-client.ts'

const REST_URL = 'https://api.coingecko.com'
const POLL_MS = 30 * SECOND_MS

const COIN_IDS: Readonly<Record<string, string>> = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  TRX: 'tron',
  BNB: 'binancecoin',
  SOL: 'solana',
  XRP: 'ripple',
  ADA: 'cardano',
  DOGE: 'dogecoin',
  AVAX: 'avalanche-2',
  DOT: 'polkadot',
  LINK: 'chainlink',
  LTC: 'litecoin',
  BCH: 'bitcoin-cash',
  ETC: 'ethereum-classic',
  EOS: 'eos',
  XLM: 'stellar',
  ATOM: 'cosmos',
  UNI: 'uniswap',
  NEAR: 'near',
  FIL: 'filecoin',
  AAVE: 'aave',
  USDC: 'usd-coin',
  DAI: 'dai',
}
/** The price of USDT in dollars, which converts dollar prices into USDT. */
const PRICE_UNIT_ID = 'tether'
const SYMBOLS = new Map(Object.entries(COIN_IDS).map(([symbol, id]) => [id, symbol]))

/**
 * CoinGecko's averages over many markets, converted from US dollars into USDT at its own rate.
 * Without that rate, one dollar counts as one USDT. Its responses are cached for up to a minute, so
 * an asset may occasionally have no fresh price.
 *
 * Source: CoinGecko API v3, "Coin Price by IDs" (/simple/price).
 */
export function createCoinGeckoSource(options: MarketOptions): PriceSource {
  const rest = createRestClient(REST_URL, options)
  const query = new URLSearchParams({
    ids: [...SYMBOLS.keys(), PRICE_UNIT_ID].join(','),
    vs_currencies: 'usd',
    include_24hr_vol: 'true',
    include_24hr_change: 'true',
    include_last_updated_at: 'true',
    precision: 'full',
  })
  return {
    name: 'coingecko',
    origin: 'live',
    async start(onTick, signal) {
      const ask = async () => {
        onTick(readingsOf(await rest.get(`/api/v3/simple/price?${query}`, response, signal)))
      }
      await poll(options.pollMs ?? POLL_MS, ask, { signal, report: options.report })
    },
    history: () => Promise.resolve([]),
  }
}

const text = z.string()
const response = z.record(
  text,
  z.object({
    usd: text,
    usd_24h_vol: text.nullish(),
    usd_24h_change: text.nullish(),
    last_updated_at: wholeNumber,
  }),
)

function readingsOf(coins: z.output<typeof response>): PriceReading[] {
  const unit = decimalOf(coins[PRICE_UNIT_ID]?.usd ?? '1')
  return Object.entries(coins).flatMap(([id, coin]) => {
    const symbol = SYMBOLS.get(id)
    if (symbol === undefined) return []
    return {
      symbol,
      price: inUnit(coin.usd, unit),
      atMs: coin.last_updated_at * SECOND_MS,
      change24h: decimalOf(coin.usd_24h_change ?? '') ?? null,
      volume24h: decimalOf(coin.usd_24h_vol ?? '') ?? null,
      traded: '0',
    }
  })
}

/** A price that cannot be read, or has no unit, is passed on: vetting refuses it. */
function inUnit(usd: string, unit: Decimal | undefined): string {
  const price = decimalOf(usd)
  if (price === undefined || unit === undefined || unit === '1' || parseUnits(unit) <= 0n)
    return usd
  return formatUnits(divideUnits(parseUnits(price), parseUnits(unit), 'down'))
}
