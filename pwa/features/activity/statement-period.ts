import { STATEMENT_DAYS_MAX } from '#shared/rules/activity.ts'
import { t } from '#shared/text/t.ts'
import { daysBetween } from '#shared/time-zone.ts'

export interface StatementPeriod {
  readonly from: string
  readonly to: string
}

/** The offered periods, as of a day: "2026-11-21". */
export function presetsAt(today: string): (StatementPeriod & { readonly label: string })[] {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const firstOf = (yearOf: number, monthOf: number) => isoDay(yearOf, monthOf, 1)
  return [
    { label: t('This month'), from: firstOf(year, month), to: today },
    { label: t('Last month'), from: firstOf(year, month - 1), to: isoDay(year, month, 0) },
    { label: t('This year'), from: firstOf(year, 1), to: today },
    { label: t('Last year'), from: firstOf(year - 1, 1), to: isoDay(year, 1, 0) },
  ]
}

export function periodFault({ from, to }: StatementPeriod): string | undefined {
  if (!from || !to) return t('Please choose both days.')
  const days = daysBetween(from, to)
  if (days < 1) return t('The first day must not be after the last.')
  if (days > STATEMENT_DAYS_MAX)
    return t('Choose at most {days, plural, one {# day} other {# days}}.', {
      days: STATEMENT_DAYS_MAX,
    })
  return undefined
}

/** Months and days outside their range roll over: day 0 is the last one of the month before. */
function isoDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
