import type { Figure } from '#server/projections/daily-figures.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { type Decimal, formatUnits } from '#shared/money.ts'

export interface DailyFigure {
  readonly day: string
  readonly figure: Figure
  readonly symbol: string
  readonly count: number
  readonly amount: Decimal
}

/** The figures of each day from a given day, oldest first; days without events have none. */
export async function readDailyFigures(db: Queryable, from: string): Promise<DailyFigure[]> {
  const { rows } = await db.query<
    Omit<DailyFigure, 'count' | 'amount'> & { count: string; amount: string }
  >({
    name: 'daily figures',
    text: `select day::text, figure, symbol, count, amount from daily_figure
           where day >= $1::date order by day, figure, symbol`,
    values: [from],
  })
  return rows.map(({ count, amount, ...row }) => ({
    ...row,
    count: Number(count),
    amount: formatUnits(BigInt(amount)),
  }))
}
