import { describe, expect, test, vi } from 'vitest'
import { minuteLimits } from '#server/platform/minute-limits.ts'
import type { LeaseAsked, RateLimits } from '#server/platform/rate-limits.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { LeaseBook, limitsOn, StandingClock } from '#tests/support/rate-limits.ts'

/** How many of these requests pass when sent to all processes in turn. */
async function passing(processes: number, perMinute: number, requests: number): Promise<number> {
  const [book, clock] = [new LeaseBook(), new StandingClock()]
  const all = Array.from({ length: processes }, () => limitsOn(book, clock))
  const serverOf = (index: number) => all[index % processes] as RateLimits
  const waits = await atOnce(requests, (index) => serverOf(index).take('user', perMinute))
  return waits.filter((seconds) => seconds === 0).length
}

describe('a limit over several processes', () => {
  test.each([1, 2, 3, 10])('below 50 a minute is exact over %i processes', async (processes) => {
    expect(await passing(processes, 10, 200)).toBe(10)
    expect(await passing(processes, 49, 900)).toBe(49)
  })

  test.each([1, 2, 3, 10])(
    'lets each of %i processes pass at most 2 %% more',
    async (processes) => {
      const passed = await passing(processes, 1_200, 3_000)
      expect(passed).toBeGreaterThanOrEqual(1_200)
      expect(passed).toBeLessThanOrEqual(1_200 * (1 + processes / 50))
    },
  )

  test('leaves a process the quota that the others have not used', async () => {
    const [book, clock] = [new LeaseBook(), new StandingClock()]
    const [idle, busy] = [limitsOn(book, clock), limitsOn(book, clock)]
    for (let count = 0; count < 30; count += 1) await idle.take('user', 1_200)
    const waits = await atOnce(1_500, () => busy.take('user', 1_200))
    const passed = waits.filter((seconds) => seconds === 0).length
    // A tenth is leased to the process that is now idle.
    expect(passed).toBeGreaterThanOrEqual(1_200 * 0.85)
  })
})

test('a name that uses 2 % of its limit needs no lease, and one that uses it all needs few', async () => {
  const [book, clock] = [new LeaseBook(), new StandingClock()]
  const limits = limitsOn(book, clock)
  await atOnce(24, () => limits.take('user', 1_200))
  expect(book.asked).toEqual([])
  await atOnce(3_000, () => limits.take('user', 1_200))
  expect(book.asked.length).toBeLessThan(70)
})

test('the wait ends with the minute, when the whole limit is available again', async () => {
  const clock = new StandingClock()
  const limits = limitsOn(new LeaseBook(), clock)
  clock.advance(20 * SECOND_MS)
  expect(await atOnce(3, () => limits.take('address', 2))).toEqual([0, 0, 40])
  clock.advance(40 * SECOND_MS)
  expect(await atOnce(3, () => limits.take('address', 2))).toEqual([0, 0, 60])
})

describe('without a response from the database', () => {
  test('a process counts alone for the rest of the minute, and requests a lease again in the next', async () => {
    const clock = new StandingClock()
    const book = new LeaseBook()
    const report = vi.fn()
    let isLost = true
    const lease = async (asked: LeaseAsked) => {
      if (isLost) throw new Error('the database does not respond')
      return book.lease(asked)
    }
    const limits = minuteLimits({ clock, lease, report })
    const passed = async (name: string) => {
      const waits = await atOnce(20, () => limits.take(name, 10))
      return waits.filter((seconds) => seconds === 0).length
    }
    expect([await passed('one'), await passed('another')]).toEqual([10, 10])
    expect(report).toHaveBeenCalledTimes(1)
    isLost = false
    clock.advance(MINUTE_MS)
    expect(await passed('one')).toBe(10)
    expect(book.asked.length).toBeGreaterThan(0)
  })

  test('a request waits no longer than a second', async () => {
    const report = vi.fn()
    const lease = () => new Promise<number>(() => {})
    const limits = minuteLimits({ clock: new StandingClock(), lease, report })
    const startedMs = performance.now()
    expect(await limits.take('address', 10)).toBe(0)
    expect(performance.now() - startedMs).toBeLessThan(5 * SECOND_MS)
    expect(report).toHaveBeenCalledTimes(1)
  })
})
