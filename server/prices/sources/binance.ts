import { z } from 'zod'
import { decimalOf, parseJsonExactly } from '#server/prices/exact-decimal.ts'
import type { HistoryRequest, PriceReading, PriceSource } from '#server/prices/price-source.ts'
import type { Candle } from '#shared/contract/prices.ts'
import { formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { instantOf, SECOND_MS } from '#shared/time.ts'
import { figure, statisticsOf, wholeNumber } from './figures.ts'
import { MARKET_SYMBOLS, type MarketOptions, poll } from './market.ts'
import { createMarketStream } from './market-stream.ts'
import { createRestClient, type RestClient, UNHURRIED } from './rest-client.ts'

const REST_URL = 'https://api.binance.com'
const STREAM_URL = 'wss://stream.binance.com:9443'
const POLL_MS = 5 * SECOND_MS
const KLINES_MAX = 1_000

/**
 * Binance spot, pairs against USDT: the combined stream of mini tickers, and the one-minute klines
 * for the traded volume; REST while the stream is down.
 *
 * Source: Binance spot API, "Web Socket Streams" and "Market Data endpoints".
 */
export function createBinanceSource(options: MarketOptions): PriceSource {
  const rest = createRestClient(REST_URL, options)
  return {
    name: 'binance',
    origin: 'live',
    async start(onTick, signal) {
      const traded = createTradedVolume()
      const stream = createMarketStream({
        ...options,
        url: `${options.streamUrl ?? STREAM_URL}/stream?streams=${streamNames()}`,
        onText: (text) => {
          const { data } = envelope.parse(parseJsonExactly(text))
          if (data?.e === 'kline') traded.note(kline.parse(data))
          if (data?.e !== '24hrMiniTicker') return false
          const ticker = miniTicker.parse(data)
          onTick([readingFromTicker(ticker, traded.take(symbolOf(ticker.s)))])
          return true
        },
      })
      let pairs: readonly string[] | undefined
      await Promise.all([
        stream.run(signal),
        poll(
          options.pollMs ?? POLL_MS,
          async () => {
            if (stream.isFlowing()) return
            pairs ??= await readPairs(rest, signal)
            const readings = await readTickers(rest, pairs, signal)
            if (!stream.isFlowing()) onTick(readings)
          },
          { signal, report: options.report },
        ),
      ])
    },
    history: (request) => readKlines(rest, request),
  }
}

const text = z.string()

/** Responses to subscriptions and announcements such as serverShutdown are ignored. */
const envelope = z.object({ data: z.looseObject({ e: text.optional() }).optional() })
const miniTicker = z.object({ E: wholeNumber, s: text, c: text, o: text, q: text })
const kline = z.object({ s: text, k: z.object({ t: wholeNumber, v: figure }) })

const pricesResponse = z.array(z.object({ symbol: text, price: text }))
const tickersResponse = z.array(
  z.object({
    symbol: text,
    openPrice: text,
    lastPrice: text,
    quoteVolume: text,
    closeTime: wholeNumber,
  }),
)
/** Open time, open, high, low, close, volume; other fields are not needed. */
const klinesResponse = z.array(
  z.tuple([wholeNumber, figure, figure, figure, figure, figure], z.unknown()),
)

function streamNames(): string {
  return MARKET_SYMBOLS.map((symbol) => pairOf(symbol).toLowerCase())
    .flatMap((pair) => [`${pair}@miniTicker`, `${pair}@kline_1m`])
    .join('/')
}

function pairOf(symbol: string): string {
  return `${symbol}USDT`
}

function symbolOf(pair: string): string {
  return pair.replace(/USDT$/, '')
}

function readingFromTicker(ticker: z.output<typeof miniTicker>, traded: Units): PriceReading {
  return {
    symbol: symbolOf(ticker.s),
    price: ticker.c,
    atMs: ticker.E,
    ...statisticsOf(ticker.o, ticker.c, decimalOf(ticker.q)),
    traded: formatUnits(traded),
  }
}

/** Converts the running volume of a minute into the volume traded since the last reading. */
function createTradedVolume() {
  const minutes = new Map<string, { openMs: number; volume: Units }>()
  const waiting = new Map<string, Units>()
  return {
    note({ s, k }: z.output<typeof kline>): void {
      const symbol = symbolOf(s)
      const volume = parseUnits(k.v)
      const known = minutes.get(symbol)
      const before = known?.openMs === k.t ? known.volume : 0n
      if (volume > before) waiting.set(symbol, (waiting.get(symbol) ?? 0n) + volume - before)
      minutes.set(symbol, { openMs: k.t, volume })
    },
    take(symbol: string): Units {
      const volume = waiting.get(symbol) ?? 0n
      waiting.delete(symbol)
      return volume
    },
  }
}

/** The pairs that the market has: a single unknown pair makes the whole request fail. */
async function readPairs(rest: RestClient, signal: AbortSignal): Promise<string[]> {
  const prices = await rest.get('/api/v3/ticker/price', pricesResponse, signal)
  const all = new Set(prices.map(({ symbol }) => symbol))
  return MARKET_SYMBOLS.map(pairOf).filter((pair) => all.has(pair))
}

async function readTickers(
  rest: RestClient,
  pairs: readonly string[],
  signal: AbortSignal,
): Promise<PriceReading[]> {
  const query = new URLSearchParams({ symbols: JSON.stringify(pairs), type: 'MINI' })
  const tickers = await rest.get(`/api/v3/ticker/24hr?${query}`, tickersResponse, signal)
  return tickers.map((ticker) => ({
    symbol: symbolOf(ticker.symbol),
    price: ticker.lastPrice,
    atMs: ticker.closeTime,
    ...statisticsOf(ticker.openPrice, ticker.lastPrice, decimalOf(ticker.quoteVolume)),
    traded: '0',
  }))
}

async function readKlines(
  rest: RestClient,
  { symbol, interval, fromMs, toMs }: HistoryRequest,
): Promise<Candle[]> {
  if (!MARKET_SYMBOLS.includes(symbol)) return []
  const query = new URLSearchParams({
    symbol: pairOf(symbol),
    interval,
    startTime: String(fromMs),
    endTime: String(toMs),
    limit: String(KLINES_MAX),
  })
  const klines = await rest.get(`/api/v3/klines?${query}`, klinesResponse, UNHURRIED)
  return klines.map(([openMs, open, high, low, close, volume]) => ({
    openTime: instantOf(openMs),
    open,
    high,
    low,
    close,
    volume,
  }))
}
