import * as z from 'zod/mini'
import {
  CANDLE_INTERVALS,
  CANDLES_PER_RESPONSE_DEFAULT,
  CANDLES_PER_RESPONSE_MAX,
  PRICE_ORIGINS,
} from '#shared/rules/prices.ts'
import { get } from './define-route.ts'
import { decimalField, instantField, symbolField } from './fields.ts'

/**
 * One price. Every listed asset has a row; where there is no price younger than 60 seconds, `price`
 * is null and the screen says "Price not available".
 *
 * Units: price in USDT; change24h in percent with its sign ("-1.25"); volume24h in USDT.
 */
export const priceSchema = z.object({
  /** The recorded tick behind the price; null if there is none. */
  id: z.nullable(z.string()),
  symbol: symbolField,
  name: z.string(),
  price: z.nullable(decimalField),
  /** Where `price` is null: the last one, recorded at `updatedAt`, for sums as of that moment. */
  lastPrice: z.optional(decimalField),
  change24h: z.nullable(decimalField),
  volume24h: z.nullable(decimalField),
  updatedAt: z.nullable(instantField),
  /** Who said so: "binance", "simulated"; "fixed" for stablecoins. */
  source: z.string(),
  origin: z.enum(PRICE_ORIGINS),
})
export type Price = z.output<typeof priceSchema>

/** Open, high, low, close in USDT; volume in the asset itself. The last candle may still grow. */
export const candleSchema = z.object({
  openTime: instantField,
  open: decimalField,
  high: decimalField,
  low: decimalField,
  close: decimalField,
  volume: decimalField,
})
export type Candle = z.output<typeof candleSchema>

export const candlesSchema = z.object({
  symbol: symbolField,
  interval: z.enum(CANDLE_INTERVALS),
  source: z.string(),
  origin: z.enum(PRICE_ORIGINS),
  /** Oldest first. */
  candles: z.array(candleSchema),
})
export type Candles = z.output<typeof candlesSchema>

export const priceStatusSchema = z.object({
  source: z.string(),
  origin: z.enum(PRICE_ORIGINS),
  /** The newest price of any asset that is not a stablecoin. */
  updatedAt: z.nullable(instantField),
  ageMs: z.nullable(z.number()),
  /** True while no price is fresh. */
  stale: z.boolean(),
})
export type PriceStatus = z.output<typeof priceStatusSchema>

const symbolParams = z.object({ symbol: symbolField })

export const listPrices = get('/api/crypto/prices', {
  summary: 'Current prices of all listed assets',
  access: 'public',
  response: z.array(priceSchema),
})

export const getPrice = get('/api/crypto/prices/:symbol', {
  summary: 'Current price of one asset',
  access: 'public',
  params: symbolParams,
  response: priceSchema,
})

export const listCandles = get('/api/crypto/candles/:symbol', {
  summary: 'Candles of one asset against USDT, oldest first',
  access: 'public',
  params: symbolParams,
  query: z.object({
    interval: z._default(z.enum(CANDLE_INTERVALS), '1m'),
    limit: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(CANDLES_PER_RESPONSE_MAX)),
      CANDLES_PER_RESPONSE_DEFAULT,
    ),
  }),
  response: candlesSchema,
})

export const getPriceStatus = get('/api/crypto/status', {
  summary: 'Where prices come from and how old the newest is',
  access: 'public',
  response: priceStatusSchema,
})
