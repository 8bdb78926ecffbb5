import * as z from 'zod/mini'
import { get, post } from '#shared/contract/define-route.ts'
import {
  amountField,
  decimalField,
  idField,
  instantField,
  pageFields,
  userDetails,
} from '#shared/contract/fields.ts'
import { FUTURES_PAIRS, FUTURES_SIDES } from '#shared/rules/futures.ts'

/** Timed futures trades. Source: docs/product.md, Futures. */

/** opening: accepted, and entered at the next recorded price. */
export const futuresStatus = z.enum(['opening', 'pending', 'completed', 'rejected'])

/** A recorded price that opened or settled a trade. */
export const futuresTick = z.object({
  id: z.string(),
  source: z.string(),
  price: decimalField,
  /** When the platform recorded it. */
  at: instantField,
})
export type FuturesTick = z.infer<typeof futuresTick>

export const futuresTrade = z.object({
  id: idField,
  user_id: idField,
  symbol: z.enum(FUTURES_PAIRS),
  side: z.enum(FUTURES_SIDES),
  /** The stake in USDT. */
  amount: decimalField,
  /** Seconds. */
  duration: z.number(),
  /** Whole percent. */
  profit_ratio: z.number(),
  /** The price that the person saw; null for old trades, which were entered at it. */
  seen_price: z.nullable(decimalField),
  /** null until the trade is entered, as are its tick, its opening and its end. */
  entry_price: z.nullable(decimalField),
  /** null while the trade runs, and for a void trade. */
  exit_price: z.nullable(decimalField),
  /** When the request was accepted. */
  created_at: instantField,
  /** When the entry was recorded: the duration counts from here. */
  opened_at: z.nullable(instantField),
  expires_at: z.nullable(instantField),
  /**
   * From this response to the end by the server's clock, for countdowns; all of the duration while
   * the trade is opening, and 0 once it is over.
   */
  remaining_ms: z.number(),
  status: futuresStatus,
  result: z.nullable(z.enum(['win', 'loss', 'tie', 'void'])),
  /** What was paid back; null while the trade runs. */
  final_amount: z.nullable(decimalField),
  /** Signed; "0" for a tie and for a void trade; null while the trade runs. */
  profit_loss: z.nullable(decimalField),
  settled_at: z.nullable(instantField),
  /** The last tick recorded before the request was accepted; null for old trades. */
  last_tick: z.nullable(futuresTick),
  entry_tick: z.nullable(futuresTick),
  settlement_tick: z.nullable(futuresTick),
  /** Why the status is `rejected`, as a sentence. */
  void_reason: z.nullable(z.string()),
  /** The rules for its prices at the time of acceptance; absent from earlier servers. */
  tick_rules: z.optional(
    z.object({
      entryWindowMs: z.number(),
      entryDistanceThousandths: z.number(),
      settlementWindowMs: z.number(),
    }),
  ),
  /** Hidden by staff: listed only with `archived`. */
  archived: z.boolean(),
})
export type FuturesTrade = z.infer<typeof futuresTrade>

const pageQuery = {
  ...pageFields,
}

export const listFutures = get('/api/future-trades', {
  summary: "The caller's futures trades, newest first",
  access: 'user',
  query: z.object({
    /** The caller's time, unused: it makes the URL unique, which defeats caches. */
    t: z.optional(z.string().check(z.maxLength(32))),
    /** The tabs Transaction and Closed; default: both. */
    state: z.optional(z.enum(['running', 'closed'])),
    archived: z.optional(z.enum(['true', 'false'])),
    ...pageQuery,
  }),
  response: z.array(futuresTrade),
})

export const getFuturesTerms = get('/api/future-trades/terms', {
  summary: 'Whether futures are offered now, and what room their limits leave the caller',
  tag: 'futures',
  access: 'user',
  query: z.object({ symbol: z._default(z.enum(FUTURES_PAIRS), FUTURES_PAIRS[0]) }),
  response: z.object({
    symbol: z.enum(FUTURES_PAIRS),
    /** Prices are recorded often enough. */
    is_offered: z.boolean(),
    /** All in USDT. */
    stake_maximum: decimalField,
    /** The stakes of the own open trades. */
    user_open: decimalField,
    user_open_maximum: decimalField,
    /** What all open trades of the pair win at most beside their stakes. */
    symbol_owed: decimalField,
    symbol_owed_maximum: decimalField,
  }),
})
export type FuturesTerms = z.infer<typeof getFuturesTerms.response>

export const submitFutures = post('/api/future-trade/submit', {
  summary: 'Open a futures trade at the next recorded price; the server settles it at its end',
  tag: 'futures',
  access: 'user',
  offline: 'refuse',
  seenFields: ['seenPrice'],
  body: z.object({
    symbol: z.enum(FUTURES_PAIRS),
    amount: amountField,
    /** Seconds; selects the terms. */
    duration: z.coerce.number().check(z.int(), z.gte(1), z.lte(86_400)),
    side: z.enum(FUTURES_SIDES),
    /** The percentage that the user saw; refused if it has changed. */
    profitRatio: z.optional(z.coerce.number().check(z.gte(0), z.lte(1000))),
    /**
     * The price that the user saw, one of those recorded in the last 15 s; default: the last one.
     * If the entry is more than 0.5 % from it, no trade opens.
     */
    seenPrice: z.optional(amountField),
  }),
  response: z.object({ trade: futuresTrade }),
})

export const completeFutures = post('/api/future-trade/complete', {
  summary:
    "Settle one of the caller's trades now if it is due; the stored result if it is settled already",
  access: 'user',
  idempotency: 'natural',
  whenDisabled: 'allowed',
  offline: 'refuse',
  body: z.object({ tradeId: idField }),
  response: z.object({ isWin: z.boolean(), finalProfitLoss: decimalField, trade: futuresTrade }),
})

/** A tick with its position in the recorded order. */
export const recordedFuturesTick = z.extend(futuresTick, { position: z.string() })
export type RecordedFuturesTick = z.infer<typeof recordedFuturesTick>

export const listFuturesTicks = get('/api/future-trades/:id/ticks', {
  summary: "The recorded ticks that decide one of the caller's trades, in the order of recording",
  access: 'user',
  response: z.object({
    trade: futuresTrade,
    /**
     * Those from the last one before the request to the entry tick; then those from half a minute
     * before the end, or from the last tick before that, up to the settlement tick. For an old trade
     * only its own ticks and the last one before its end are kept.
     */
    ticks: z.array(recordedFuturesTick),
  }),
})

/** A trade as staff see it. */
export const adminFuturesTrade = z.extend(futuresTrade, {
  userDetails,
})
export type AdminFuturesTrade = z.infer<typeof adminFuturesTrade>

export const listAllFutures = get('/api/admin/future-trades', {
  summary: 'Futures trades of all users, newest first',
  access: 'users.read',
  query: z.object({
    /** pending: includes trades that are opening. */
    status: z.optional(z.enum(['pending', 'completed', 'rejected'])),
    ...pageQuery,
  }),
  response: z.array(adminFuturesTrade),
})
