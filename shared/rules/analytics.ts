import { DAY_MS } from '#shared/time.ts'

/** The figures of the whole platform. Days are in UTC: all staff see the same ones. */

export const ANALYTICS_PERIODS = ['7d', '30d', '90d', '1y'] as const
export type AnalyticsPeriod = (typeof ANALYTICS_PERIODS)[number]

export type AnalyticsStep = 'day' | 'week'

const DAYS: Readonly<Record<AnalyticsPeriod, number>> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 }

/** Weeks for a year: its days are too many bars for a screen. */
export function stepOf(period: AnalyticsPeriod): AnalyticsStep {
  return period === '1y' ? 'week' : 'day'
}

/** Weeks from 90 days on: a day has too few decisions for a percentile. */
export function reviewStepOf(period: AnalyticsPeriod): AnalyticsStep {
  return period === '1y' || period === '90d' ? 'week' : 'day'
}

/**
 * The first day of each step of a period, oldest first; the last step contains today. Weeks begin
 * on Monday and are whole, so a year begins with the Monday of its first week.
 */
export function stepsOf(period: AnalyticsPeriod, step: AnalyticsStep, nowMs: number): string[] {
  const today = dayOf(nowMs)
  const first = startOfStep(dayOf(nowMs - (DAYS[period] - 1) * DAY_MS), step)
  const starts: string[] = []
  for (let day = first; day <= today; day = addDays(day, DAYS_OF_STEP[step])) starts.push(day)
  return starts
}

const DAYS_OF_STEP: Readonly<Record<AnalyticsStep, number>> = { day: 1, week: 7 }

/** The first day of the step that contains a day. */
export function startOfStep(day: string, step: AnalyticsStep): string {
  if (step === 'day') return day
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return addDays(day, -sinceMonday)
}

/** The day in UTC, "2026-03-29". */
export function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}

function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * DAY_MS)
}
