/** What staff edit in a portfolio. Source: spec 2 §9. */
export const ADJUSTABLE_SYMBOLS = ['BTC', 'ETH', 'USDT'] as const
export type AdjustableSymbol = (typeof ADJUSTABLE_SYMBOLS)[number]

/** Characters of the reason that its user reads. */
export const ADJUSTMENT_REASON_MAX = 500
