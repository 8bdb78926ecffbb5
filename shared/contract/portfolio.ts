import * as z from 'zod/mini'
import { get } from '#shared/contract/define-route.ts'
import { decimalField, idField, instantField, pageFields } from '#shared/contract/fields.ts'
import { VALUE_RANGES } from '#shared/rules/portfolio-history.ts'

/** What a user holds, its value over time, and what is frozen for what. */

export const portfolioEntry = z.object({
  user_id: idField,
  symbol: z.string(),
  available: decimalField,
  frozen: decimalField,
})

export const readPortfolio = get('/api/portfolio/:userId', {
  summary: 'Available and frozen amounts; the USDT row always exists',
  access: 'own',
  response: z.array(portfolioEntry),
})

export const readDayAgo = get('/api/portfolio/:userId/day-ago', {
  summary: 'What the user held of each asset 24 hours ago, available and frozen together',
  access: 'own',
  response: z.array(z.object({ symbol: z.string(), amount: decimalField })),
})

export const portfolioHistory = z.object({
  range: z.enum(VALUE_RANGES),
  /** Between two points, milliseconds. */
  stepMs: z.number(),
  /**
   * Oldest first; the last one is now. The value in USDT of all that was held at that moment, at
   * the last price recorded in the step before it; null if an asset has none.
   */
  points: z.array(z.object({ at: instantField, value: z.nullable(decimalField) })),
  /** Assets without which values are missing. */
  unpriced: z.array(z.string()),
})
export type PortfolioHistory = z.infer<typeof portfolioHistory>

export const readPortfolioHistory = get('/api/portfolio/:userId/history', {
  summary: 'What the portfolio was worth over time, from the log and recorded prices',
  access: 'own',
  query: z.object({ range: z.enum(VALUE_RANGES) }),
  response: portfolioHistory,
  perMinute: 120,
})

/** One open item that holds money frozen. */
export const portfolioHold = z.object({
  /** What kind of item: "spot-order", "stake", "withdrawal". */
  kind: z.string(),
  id: idField,
  symbol: z.string(),
  amount: decimalField,
  since: instantField,
  /** When it is released automatically; null if a review or the user releases it. */
  until: z.nullable(instantField),
})
export type PortfolioHold = z.infer<typeof portfolioHold>

export const listHolds = get('/api/portfolio/:userId/holds', {
  summary: 'What holds the frozen amounts, newest first',
  access: 'own',
  /**
   * A page contains at least this many, because an item is never split. `before` is its last
   * "kind-id".
   */
  query: z.object({
    limit: pageFields.limit,
    before: z.optional(z.string().check(z.regex(/^[a-z-]{3,20}-[\w-]{1,60}$/))),
  }),
  response: z.array(portfolioHold),
})

export const sumHolds = get('/api/portfolio/:userId/holds/sum', {
  summary: 'How much is frozen by each kind of open item',
  access: 'own',
  response: z.array(z.pick(portfolioHold, { kind: true, symbol: true, amount: true })),
})
