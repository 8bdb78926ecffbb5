import * as z from 'zod/mini'
import { get } from '#shared/contract/define-route.ts'
import { decimalField } from '#shared/contract/fields.ts'
import { ANALYTICS_PERIODS, REVIEW_KINDS } from '#shared/rules/analytics.ts'

/**
 * The figures of the whole platform, from the log. Source: docs/product.md, Analytics.
 *
 * Days are those of UTC, "2026-03-29"; a step is named by its first day. Every step of the period
 * is there, with zeros where nothing happened. A value in USD is null where an asset of it has no
 * recorded price: a sum of the rest would be a wrong number.
 */

const count = z.number()
/** USD, as a decimal string; 1 USDT is 1 USD. */
const usd = decimalField
const seconds = z.number()

const signUps = z.object({
  total: count,
  points: z.array(z.object({ start: z.string(), count })),
})

/** In whole units of the asset. */
const assetAmount = z.object({ symbol: z.string(), amount: decimalField })

const deposits = z.object({
  count,
  value: z.nullable(usd),
  points: z.array(
    z.object({
      start: z.string(),
      count,
      /** Each day's amounts at the last price that was recorded on that day. */
      value: z.nullable(usd),
      amounts: z.array(assetAmount),
    }),
  ),
  /** Assets without which values are missing. */
  unpriced: z.array(z.string()),
})

const volumeParts = {
  /** Executed spot orders: what was paid, or received, in USDT. */
  spot: usd,
  /** Opened futures trades: their stakes in USDT. */
  futures: usd,
  /** Conversions: what was given, at the price of its quote. */
  conversions: usd,
}

const volumes = z.object({
  ...volumeParts,
  points: z.array(z.object({ start: z.string(), ...volumeParts })),
})

const liability = z.object({
  symbol: z.string(),
  /** What users own: available and frozen. */
  available: decimalField,
  frozen: decimalField,
  /** Promised to open stakes, beside their principal, which is frozen. */
  stakingInterest: decimalField,
  /** What open futures trades win at most, beside their stakes, which are frozen. */
  futuresPayouts: decimalField,
  /** The sum of the four. */
  total: decimalField,
  /** The other side: principal of loans that users have yet to repay. */
  loans: decimalField,
  /** Of `total` at the current price. */
  value: z.nullable(usd),
})
export type Liability = z.infer<typeof liability>

const reviewTime = {
  count,
  /** From submission to decision, within 5 %. */
  median: z.nullable(seconds),
  /** Nineteen of twenty were decided within it. */
  p95: z.nullable(seconds),
}

const reviewTimes = z.object({
  kind: z.enum(REVIEW_KINDS),
  ...reviewTime,
  points: z.array(z.object({ start: z.string(), ...reviewTime })),
})
export type ReviewTimes = z.infer<typeof reviewTimes>

export const analytics = z.object({
  period: z.enum(ANALYTICS_PERIODS),
  step: z.enum(['day', 'week']),
  /** Everything up to this position of the log is counted in. */
  position: z.string(),
  /** Events behind it that are yet to be counted; usually none. */
  behind: count,
  signUps,
  deposits,
  volumes,
  /** Now, whatever the period. */
  liabilities: z.object({
    assets: z.array(liability),
    value: z.nullable(usd),
    loansValue: z.nullable(usd),
    unpriced: z.array(z.string()),
  }),
  reviewStep: z.enum(['day', 'week']),
  reviewTimes: z.array(reviewTimes),
})
export type Analytics = z.infer<typeof analytics>

export const readAnalytics = get('/api/admin/analytics', {
  summary: 'Sign-ups, deposits, volumes, open liabilities and review times of a period',
  tag: 'analytics',
  access: 'dashboard.read',
  query: z.object({ period: z.enum(ANALYTICS_PERIODS) }),
  answer: analytics,
})
