import { describe, expect, test } from 'vitest'
import { dayOf, startOfStep, stepsOf } from '#shared/rules/analytics.ts'

const NOON = Date.parse('2026-03-04T12:00:00Z')

describe('the steps of a period', () => {
  test.each([
    ['7d', 7, '2026-02-26'],
    ['30d', 30, '2026-02-03'],
    ['90d', 90, '2025-12-05'],
  ] as const)('%s are that many days, ending today', (period, count, first) => {
    const steps = stepsOf(period, 'day', NOON)
    expect([steps.length, steps[0], steps.at(-1)]).toEqual([count, first, '2026-03-04'])
  })

  test('a year is whole weeks starting on Monday, ending with this week', () => {
    const steps = stepsOf('1y', 'week', NOON)
    expect([steps.length, steps[0], steps.at(-1)]).toEqual([53, '2025-03-03', '2026-03-02'])
    expect(steps.every((start) => new Date(start).getUTCDay() === 1)).toBe(true)
  })

  test('a day ends at midnight UTC', () => {
    expect(stepsOf('7d', 'day', Date.parse('2026-03-04T23:59:59.999Z')).at(-1)).toBe('2026-03-04')
    expect(stepsOf('7d', 'day', Date.parse('2026-03-05T00:00:00.000Z')).at(-1)).toBe('2026-03-05')
    expect(dayOf(NOON)).toBe('2026-03-04')
  })

  test('every day of a week belongs to its Monday', () => {
    expect(
      ['2026-03-02', '2026-03-08', '2026-03-09'].map((day) => startOfStep(day, 'week')),
    ).toEqual(['2026-03-02', '2026-03-02', '2026-03-09'])
    expect(startOfStep('2026-03-08', 'day')).toBe('2026-03-08')
  })
})
