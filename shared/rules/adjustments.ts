/** The assets whose balance staff can set. Source: docs/product.md, Adjustments. */
export const ADJUSTABLE_SYMBOLS = ['BTC', 'ETH', 'USDT'] as const
export type AdjustableSymbol = (typeof ADJUSTABLE_SYMBOLS)[number]

/** Characters of the reason that the user is shown. */
export const ADJUSTMENT_REASON_MAX = 500
