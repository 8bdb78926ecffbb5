import { type Decimal, formatUnits, parseUnits, scaleUnits } from '#shared/money.ts'
import { amountOf, type PortfolioValue } from '#shared/rules/portfolio.ts'

export interface DayChange {
  /** In USDT, with its sign. */
  readonly difference: Decimal
  /** Of what the same holdings were worth a day ago. */
  readonly percent: Decimal
}

/**
 * The effect of the prices of the last 24 hours on what was held throughout: for each asset, the
 * smaller of the amounts held then and now. Deposits and trades do not count.
 *
 * Units    USDT; percent, rounded towards zero
 */
export function dayChangeOf(
  value: PortfolioValue,
  dayAgo: readonly { readonly symbol: string; readonly amount: Decimal }[],
  changeOf: (symbol: string) => Decimal | null | undefined,
): DayChange | undefined {
  // A sum in which one part is not known would be a wrong number.
  if (value.asOf !== undefined || value.unpriced.length > 0) return undefined
  let now = 0n
  let before = 0n
  for (const holding of value.holdings) {
    const held = amountOf(holding)
    const then = parseUnits(dayAgo.find(({ symbol }) => symbol === holding.symbol)?.amount ?? '0')
    if (holding.value === undefined || held === 0n || then === 0n) continue
    const whole = parseUnits(holding.value)
    const worth = then < held ? scaleUnits(whole, then, held, 'down') : whole
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
