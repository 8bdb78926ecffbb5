import * as z from 'zod/mini'
import { get } from '#shared/contract/define-route.ts'
import { decimalField, instantField } from '#shared/contract/fields.ts'
import { ANALYTICS_PERIODS } from '#shared/rules/analytics.ts'

/**
 * The figures of the whole platform, from the log. Source: docs/product.md, Analytics.
 *
 * Days are in UTC, "2026-03-29"; a step is named by its first day. Steps without events have zeros.
 * A value in USD is null if one of its assets has no recorded price: a partial sum would be wrong.
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
      /** Each day's amounts at the last price recorded on that day. */
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
  /** Interest of open stakes; their principal is frozen. */
  stakingInterest: decimalField,
  /** The most that open futures trades can win; their stakes are frozen. */
  futuresPayouts: decimalField,
  /** The sum of the four. */
  total: decimalField,
  /** Receivable: the principal of unpaid loans. */
  loans: decimalField,
  /** Of `total` at the current price. */
  value: z.nullable(usd),
})
export type Liability = z.infer<typeof liability>

const reviewTime = {
  count,
  /** From submission to decision, within 5 %. */
  median: z.nullable(seconds),
  p95: z.nullable(seconds),
}

const reviewTimes = z.object({
  /** The kind of the requests' streams, and their name on a screen. */
  kind: z.string(),
  label: z.string(),
  ...reviewTime,
  points: z.array(z.object({ start: z.string(), ...reviewTime })),
})
export type ReviewTimes = z.infer<typeof reviewTimes>

export const analytics = z.object({
  period: z.enum(ANALYTICS_PERIODS),
  step: z.enum(['day', 'week']),
  /** The last position of the log that is counted. */
  position: z.string(),
  /** Events that are not counted yet; usually none. */
  behind: count,
  signUps,
  deposits,
  volumes,
  /** Current, independent of the period. */
  liabilities: z.object({
    assets: z.array(liability),
    value: z.nullable(usd),
    loansValue: z.nullable(usd),
    /** Since when a price behind these values is not current; null: all are. */
    asOf: z.nullable(instantField),
    /** Without a price. */
    unpriced: z.array(z.string()),
  }),
  reviewStep: z.enum(['day', 'week']),
  reviewTimes: z.array(reviewTimes),
})
export type Analytics = z.infer<typeof analytics>

export const readAnalytics = get('/api/admin/analytics', {
  summary: 'Sign-ups, deposits, volumes, open liabilities and review times of a period',
  access: 'dashboard.read',
  query: z.object({ period: z.enum(ANALYTICS_PERIODS) }),
  response: analytics,
})
