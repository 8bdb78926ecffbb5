import { z } from 'zod'
import { decimalOf, parseJsonExactly } from '#server/prices/exact-decimal.ts'
import type { HistoryRequest, PriceReading, PriceSource } from '#server/prices/price-source.ts'
import type { Candle } from '#shared/contract/prices.ts'
import { divideUnits, formatUnits, parseUnits } from '#shared/money.ts'
import { CANDLE_INTERVAL_MS } from '#shared/rules/prices.ts'
import { instantOf, SECOND_MS } from '#shared/time.ts'
import { figure, statisticsOf, turnoverOf, wholeNumber } from './figures.ts'
import { MARKET_SYMBOLS, type MarketOptions, poll, SourceFault } from './market.ts'
import { createMarketStream, type MarketStream } from './market-stream.ts'
import { createRestClient, type RestClient, UNHURRIED } from './rest-client.ts'

const REST_URL = 'https://api.exchange.coinbase.com'
const STREAM_URL = 'wss://ws-feed.exchange.coinbase.com'
const POLL_MS = 10 * SECOND_MS
const CANDLES_MAX = 300

/** Quoted in the other direction: one USDT in USDC. */
const USDT_IN_USDC = 'USDT-USDC'

/**
 * Coinbase Exchange, products against USDT: the ticker channel, with heartbeats that distinguish a
 * quiet market from a dead connection; REST while the stream is down.
 *
 * Source: Coinbase Exchange API, "WebSocket channels", "Get all trading pairs", "Get product
 * ticker", "Get product candles".
 */
export function createCoinbaseSource(options: MarketOptions): PriceSource {
  const rest = createRestClient(REST_URL, options)
  return {
    name: 'coinbase',
    origin: 'live',
    async start(onTick, signal) {
      let products: readonly string[] = []
      let stream: MarketStream | undefined
      let streaming: Promise<void> | undefined
      const ask = async () => {
        // The feed refuses a subscription that contains an unknown product.
        if (products.length === 0) products = await readProducts(rest, signal)
        stream ??= createStream(options, products, onTick)
        streaming ??= stream.run(signal)
        if (stream.isFlowing()) return
        for (const product of products) {
          const reading = await readTicker(rest, product, signal)
          if (!stream.isFlowing()) onTick([reading])
        }
      }
      await poll(options.pollMs ?? POLL_MS, ask, { signal, report: options.report })
      await streaming
    },
    history: (request) => readCandles(rest, request),
  }
}

const text = z.string()
const time = z.iso.datetime().transform((instant) => Date.parse(instant))

const message = z.looseObject({ type: text })
const complaint = z.object({ message: text, reason: text.optional() })
const ticker = z.object({
  product_id: text,
  price: text,
  time,
  open_24h: text.optional(),
  volume_24h: text.optional(),
  last_size: text.optional(),
})
const productsResponse = z.array(
  z.object({ id: text, status: text, trading_disabled: z.boolean().optional() }),
)
const tickerResponse = z.object({ price: text, time, volume: text.optional() })
/** Newest first: time in seconds, low, high, open, close, volume. */
const candlesResponse = z.array(z.tuple([wholeNumber, figure, figure, figure, figure, figure]))

function createStream(
  options: MarketOptions,
  products: readonly string[],
  onTick: (readings: readonly PriceReading[]) => void,
): MarketStream {
  return createMarketStream({
    ...options,
    url: options.streamUrl ?? STREAM_URL,
    greeting: JSON.stringify({
      type: 'subscribe',
      product_ids: products,
      channels: ['ticker', 'heartbeat'],
    }),
    onText: (received) => {
      const parsed = message.parse(parseJsonExactly(received))
      if (parsed.type === 'error') {
        const { message: what, reason } = complaint.parse(parsed)
        throw new SourceFault(`${what}: ${reason ?? 'no reason given'}`)
      }
      if (parsed.type !== 'ticker') return parsed.type === 'heartbeat'
      onTick([readingFromTicker(ticker.parse(parsed))])
      return true
    },
  })
}

function readingFromTicker(parsed: z.output<typeof ticker>): PriceReading {
  const { product_id, price, time: atMs, open_24h, volume_24h, last_size } = parsed
  if (product_id === USDT_IN_USDC) return turnedRound({ price, atMs })
  return {
    symbol: symbolOf(product_id),
    price,
    atMs,
    ...statisticsOf(open_24h, price, turnoverOf(volume_24h, price)),
    traded: decimalOf(last_size ?? '0') ?? '0',
  }
}

/** The price of USDC, from the price of USDT in USDC; an unreadable price is passed on. */
function turnedRound({ price, atMs }: Pick<PriceReading, 'price' | 'atMs'>): PriceReading {
  const units = parseUnits(decimalOf(price) ?? '0')
  return {
    symbol: symbolOf(USDT_IN_USDC),
    price: units > 0n ? formatUnits(divideUnits(parseUnits('1'), units, 'down')) : price,
    atMs,
    change24h: null,
    volume24h: null,
    traded: '0',
  }
}

async function readProducts(rest: RestClient, signal: AbortSignal): Promise<string[]> {
  const wanted = new Set(MARKET_SYMBOLS.map(productOf))
  const all = await rest.get('/products', productsResponse, signal)
  return all
    .filter(({ status, trading_disabled }) => status === 'online' && trading_disabled !== true)
    .map(({ id }) => id)
    .filter((id) => wanted.has(id))
}

async function readTicker(
  rest: RestClient,
  product: string,
  signal: AbortSignal,
): Promise<PriceReading> {
  const response = await rest.get(`/products/${product}/ticker`, tickerResponse, signal)
  if (product === USDT_IN_USDC) return turnedRound({ price: response.price, atMs: response.time })
  return {
    symbol: symbolOf(product),
    price: response.price,
    atMs: response.time,
    ...statisticsOf(undefined, response.price, turnoverOf(response.volume, response.price)),
    traded: '0',
  }
}

async function readCandles(
  rest: RestClient,
  { symbol, interval, fromMs, toMs }: HistoryRequest,
): Promise<Candle[]> {
  if (!MARKET_SYMBOLS.includes(symbol) || symbol === symbolOf(USDT_IN_USDC)) return []
  const lengthMs = CANDLE_INTERVAL_MS[interval]
  const startMs = Math.max(fromMs, toMs - (CANDLES_MAX - 1) * lengthMs)
  const query = new URLSearchParams({
    granularity: String(lengthMs / SECOND_MS),
    start: instantOf(startMs),
    end: instantOf(toMs),
  })
  const path = `/products/${productOf(symbol)}/candles?${query}`
  const candles = await rest.get(path, candlesResponse, UNHURRIED)
  return candles
    .map(([openS, low, high, open, close, volume]) => ({
      openTime: instantOf(openS * SECOND_MS),
      open,
      high,
      low,
      close,
      volume,
    }))
    .reverse()
}

function productOf(symbol: string): string {
  return symbol === 'USDC' ? USDT_IN_USDC : `${symbol}-USDT`
}

function symbolOf(product: string): string {
  return product.replace(/^USDT-|-USDT$/, '')
}
