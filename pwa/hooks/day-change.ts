import { type Decimal, formatUnits, parseUnits, scaleUnits } from '#shared/money.ts'
import type { PortfolioValue } from '#shared/rules/portfolio.ts'

export interface DayChange {
  /** In USDT, with its sign. */
  readonly difference: Decimal
  /** Of what the same holdings were worth a day ago. */
  readonly percent: Decimal
}

/**
 * What the prices of the last 24 hours did to what is held now; deposits and trades do not count.
 *
 * Units    USDT; percent, rounded towards zero
 */
export function dayChangeOf(
  value: PortfolioValue,
  changeOf: (symbol: string) => Decimal | null | undefined,
): DayChange | undefined {
  // A sum in which one part is not known would be a wrong number.
  if (value.unpriced.length > 0) return undefined
  let now = 0n
  let before = 0n
  for (const holding of value.holdings) {
    if (holding.value === undefined) continue
    const worth = parseUnits(holding.value)
    if (worth === 0n) continue
    const change = changeOf(holding.symbol)
    if (change == null) return undefined
    const scale = HUNDRED + parseUnits(change)
    if (scale <= 0n) return undefined
    now += worth
    before += scaleUnits(worth, HUNDRED, scale, 'down')
  }
  if (before === 0n) return undefined
  return {
    difference: formatUnits(now - before),
    percent: formatUnits(((now - before) * HUNDRED) / before),
  }
}

const HUNDRED = parseUnits('100')
