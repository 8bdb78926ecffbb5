import type { DailyFigure } from '#server/queries/daily-figures.ts'
import type { Services } from '#server/services.ts'
import type { Analytics } from '#shared/contract/analytics.ts'
import { type Decimal, formatUnits, multiplyUnits, parseUnits } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'
import { type FiguresOfStep, knownSumOf, sumOf } from './figures.ts'

type Prices = Pick<Services['prices'], 'closesAt' | 'current'>

/**
 * Approved deposits, each day's at the last price that was recorded on that day. The value is
 * computed and not stored, so a rebuilt projection gives the same one.
 *
 * Units    USD, each asset of each day rounded down
 */
export async function presentDeposits(
  prices: Prices,
  steps: readonly FiguresOfStep[],
  today: string,
): Promise<Analytics['deposits']> {
  const deposited = steps.map(({ start, figures }) => ({
    start,
    figures: figures.filter(({ figure }) => figure === 'deposit'),
  }))
  const every = deposited.flatMap(({ figures }) => figures)
  const priceOf = await pricesOf(prices, every, today)
  const worthOf = (figure: DailyFigure): Decimal | null => {
    const price = priceOf(figure)
    if (price === undefined) return null
    return formatUnits(multiplyUnits(parseUnits(figure.amount), parseUnits(price), 'down'))
  }
  const points = deposited.map(({ start, figures }) => ({
    start,
    count: figures.reduce((sum, { count }) => sum + count, 0),
    value: knownSumOf(figures.map(worthOf)),
    amounts: amountsOf(figures),
  }))
  const unpriced = every.filter((figure) => priceOf(figure) === undefined)
  return {
    count: points.reduce((sum, { count }) => sum + count, 0),
    value: knownSumOf(points.map(({ value }) => value)),
    points,
    unpriced: [...new Set(unpriced.map(({ symbol }) => symbol))].sort(),
  }
}

async function pricesOf(prices: Prices, figures: readonly DailyFigure[], today: string) {
  const symbols = [...new Set(figures.map(({ symbol }) => symbol))]
  const days = [...new Set(figures.map(({ day }) => day))]
  const closeAt = await prices.closesAt(symbols, days.map(endOf), DAY_MS)
  return ({ symbol, day }: DailyFigure): Decimal | undefined =>
    closeAt(symbol, endOf(day)) ?? (day === today ? prices.current(symbol)?.price : undefined)
}

function endOf(day: string): number {
  return Date.parse(day) + DAY_MS
}

function amountsOf(figures: readonly DailyFigure[]) {
  return [...Map.groupBy(figures, ({ symbol }) => symbol)]
    .map(([symbol, own]) => ({ symbol, amount: sumOf(own.map(({ amount }) => amount)) }))
    .sort((a, b) => a.symbol.localeCompare(b.symbol))
}
