import type { FuturesTrade } from '#shared/contract/futures.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import { type FuturesResult, outcomeOf, potentialOf } from '#shared/rules/futures.ts'

export interface RunningResult {
  readonly result: FuturesResult
  /** Signed. */
  readonly profitLoss: Decimal
  /** Price less entry price, signed. */
  readonly difference: Decimal
}

/** What a trade would come to if it ended at this price; undefined without one. */
export function runningResultOf(
  trade: FuturesTrade,
  price: Decimal | undefined,
): RunningResult | undefined {
  if (price === undefined) return undefined
  const entryPrice = parseUnits(trade.entry_price)
  const stake = parseUnits(trade.amount)
  const { side, profit_ratio: profitRatio } = trade
  const { result, profitLoss } = outcomeOf(
    { side, entryPrice, stake, profitRatio },
    parseUnits(price),
  )
  return {
    result,
    profitLoss: formatUnits(profitLoss),
    difference: formatUnits(parseUnits(price) - entryPrice),
  }
}

/** What may be won or lost: trade amount × profit ratio ÷ 100. */
export function potentialAmountOf({ amount, profit_ratio }: FuturesTrade): Decimal {
  return formatUnits(potentialOf(parseUnits(amount), profit_ratio))
}
