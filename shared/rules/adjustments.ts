/** The assets whose balance staff can set. Source: docs/product.md, Adjustments. */
export const ADJUSTABLE_SYMBOLS = ['BTC', 'ETH', 'USDT'] as const
export type AdjustableSymbol = (typeof ADJUSTABLE_SYMBOLS)[number]

/** Maximum characters of the reason, which the user sees. */
export const ADJUSTMENT_REASON_MAX = 500
