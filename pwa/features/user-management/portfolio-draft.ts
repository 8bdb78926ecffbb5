import { type Decimal, formatUnits, parseUnits, tryParseUnits } from '#shared/money.ts'
import { ADJUSTABLE_SYMBOLS, type AdjustableSymbol } from '#shared/rules/adjustments.ts'

/** What was typed for each asset; what was not touched is left out. */
export type PortfolioDraft = Readonly<Partial<Record<AdjustableSymbol, string>>>

export interface PortfolioEdit {
  readonly symbol: AdjustableSymbol
  readonly was: Decimal
  readonly available: Decimal
  /** Signed. */
  readonly change: Decimal
}

/** What is available of an asset as it was read: an asset that was never touched has none. */
export function availableIn(
  rows: readonly { readonly symbol: string; readonly available: Decimal }[],
  symbol: AdjustableSymbol,
): Decimal {
  return rows.find((row) => row.symbol === symbol)?.available ?? '0'
}

/** The assets whose balance is to be another one. @throws nothing: what is no amount is left out */
export function editsOf(
  draft: PortfolioDraft,
  availableOf: (symbol: AdjustableSymbol) => Decimal,
): PortfolioEdit[] {
  return ADJUSTABLE_SYMBOLS.flatMap((symbol) => {
    const typed = tryParseUnits(draft[symbol] ?? '')
    const was = availableOf(symbol)
    if (typed === undefined || typed === parseUnits(was)) return []
    const change = formatUnits(typed - parseUnits(was))
    return [{ symbol, was, available: formatUnits(typed), change }]
  })
}
