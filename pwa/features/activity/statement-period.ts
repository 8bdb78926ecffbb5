import { STATEMENT_DAYS_MAX } from '#shared/rules/activity.ts'
import { daysBetween } from '#shared/time-zone.ts'

export interface StatementPeriod {
  readonly from: string
  readonly to: string
}

/** The periods that people ask for, as of a day: "2026-11-21". */
export function presetsAt(today: string): (StatementPeriod & { readonly label: string })[] {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const firstOf = (yearOf: number, monthOf: number) => isoDay(yearOf, monthOf, 1)
  return [
    { label: 'This month', from: firstOf(year, month), to: today },
    { label: 'Last month', from: firstOf(year, month - 1), to: isoDay(year, month, 0) },
    { label: 'This year', from: firstOf(year, 1), to: today },
    { label: 'Last year', from: firstOf(year - 1, 1), to: isoDay(year, 1, 0) },
  ]
}

export function periodFault({ from, to }: StatementPeriod): string | undefined {
  if (!from || !to) return 'Please choose both days.'
  const days = daysBetween(from, to)
  if (days < 1) return 'The first day must not be after the last.'
  if (days > STATEMENT_DAYS_MAX) return `Choose ${STATEMENT_DAYS_MAX} days at most.`
  return undefined
}

/** Months and days outside their range roll over: day 0 is the last one of the month before. */
function isoDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
