import type { DailyFigure } from '#server/queries/daily-figures.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'

/** One step of a period with its figures. */
export interface FiguresOfStep {
  readonly start: string
  readonly figures: readonly DailyFigure[]
}

export function sumOf(amounts: readonly Decimal[]): Decimal {
  return formatUnits(amounts.reduce((sum, amount) => sum + parseUnits(amount), 0n))
}

/** null if one of them is not known. */
export function knownSumOf(values: readonly (Decimal | null)[]): Decimal | null {
  const known = values.filter((value) => value !== null)
  return known.length === values.length ? sumOf(known) : null
}
