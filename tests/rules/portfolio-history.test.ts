import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { momentsOf, VALUE_RANGES } from '#shared/rules/portfolio-history.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'

const NOW = Date.parse('2026-03-10T14:25:30.000Z')
const LONG_AGO = NOW - 400 * DAY_MS

describe('the points of a range', () => {
  test.each([
    ['24h', 10 * MINUTE_MS, 144],
    ['7d', HOUR_MS, 168],
    ['30d', 6 * HOUR_MS, 120],
    ['all', 7 * DAY_MS, 57],
  ] as const)('%s are multiples of the step', (range, step, count) => {
    const { stepMs, moments } = momentsOf(range, { firstMs: LONG_AGO, nowMs: NOW })
    expect(stepMs).toBe(step)
    expect(moments).toHaveLength(count)
    expect(moments.every((moment) => moment % step === 0)).toBe(true)
  })

  test('start with the first movement, in small steps for a new user', () => {
    const { stepMs, moments } = momentsOf('all', { firstMs: NOW - 30 * MINUTE_MS, nowMs: NOW })
    expect(stepMs).toBe(MINUTE_MS)
    expect(moments[0]).toBe(Date.parse('2026-03-10T13:56:00.000Z'))
    expect(moments.at(-1)).toBe(Date.parse('2026-03-10T14:25:00.000Z'))
  })

  test('exclude the time before the first movement', () => {
    const { moments } = momentsOf('7d', { firstMs: NOW - 3 * HOUR_MS, nowMs: NOW })
    expect(moments).toHaveLength(3)
  })

  test('are at most 201, one step apart, and never in the future', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...VALUE_RANGES),
        fc.integer({ min: 0, max: 3_000 * DAY_MS }),
        (range, ageMs) => {
          const firstMs = NOW - ageMs
          const { stepMs, moments } = momentsOf(range, { firstMs, nowMs: NOW })
          expect(moments.length).toBeLessThanOrEqual(201)
          for (const [index, moment] of moments.entries()) {
            expect(moment).toBeGreaterThanOrEqual(firstMs)
            expect(moment).toBeLessThanOrEqual(NOW)
            if (index > 0) expect(moment - (moments[index - 1] as number)).toBe(stepMs)
          }
        },
      ),
    )
  })
})
