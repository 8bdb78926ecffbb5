import { type Decimal, formatUnits, parseUnits, tryParseUnits } from '#shared/money.ts'
import { ADJUSTABLE_SYMBOLS, type AdjustableSymbol } from '#shared/rules/adjustments.ts'

/** What was typed for each asset; unchanged assets are left out. */
export type PortfolioDraft = Readonly<Partial<Record<AdjustableSymbol, string>>>

export interface PortfolioEdit {
  readonly symbol: AdjustableSymbol
  readonly was: Decimal
  readonly available: Decimal
  /** Signed. */
  readonly change: Decimal
}

/** The available balance of an asset as it was read; '0' if the user never had any. */
export function availableIn(
  rows: readonly { readonly symbol: string; readonly available: Decimal }[],
  symbol: AdjustableSymbol,
): Decimal {
  return rows.find((row) => row.symbol === symbol)?.available ?? '0'
}

/** The balances that change. Leaves out what is not a valid amount. */
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
