import type { FuturesTrade } from '#shared/contract/futures.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import { outcomeOf, potentialOf } from '#shared/rules/futures.ts'

/**
 * The result of a trade if it ended at this price; undefined without one. The profit or loss and
 * the difference, price less entry price, are signed.
 */
export function runningResultOf(trade: FuturesTrade, price: Decimal | undefined) {
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
