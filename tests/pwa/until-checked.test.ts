import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilChecked } from '#pwa/data/liability-check/until-checked.ts'

const HOUR_S = 3_600

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A check that fails this often, and after how many seconds it was tried. */
function failing(times: number) {
  const triedAfter: number[] = []
  const startedAt = Date.now()
  const check = async () => {
    triedAfter.push((Date.now() - startedAt) / 1_000)
    if (triedAfter.length <= times) throw new Error('the signed log does not reach it yet')
  }
  return { check, triedAfter }
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

test('a check that succeeds is not repeated', async () => {
  const { check, triedAfter } = failing(0)
  untilChecked(check)
  await pass(HOUR_S)
  expect(triedAfter).toEqual([0])
})

test('a failed check waits longer each time, up to an hour, until it succeeds', async () => {
  const { check, triedAfter } = failing(10)
  untilChecked(check)
  await pass(10 * HOUR_S)
  const pauses = triedAfter.slice(1).map((seconds, n) => seconds - (triedAfter[n] ?? 0))
  expect(pauses).toEqual([20, 40, 80, 160, 320, 640, 1_280, 2_560, HOUR_S, HOUR_S])
})

test.each([
  ['while it waits', 1],
  ['while it checks', 0],
])('a check that is stopped %s is not repeated', async (_, secondsBefore) => {
  const { check, triedAfter } = failing(10)
  const stop = untilChecked(check)
  await pass(secondsBefore)
  stop()
  await pass(HOUR_S)
  expect(triedAfter).toEqual([0])
})
