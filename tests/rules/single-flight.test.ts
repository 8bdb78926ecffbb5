import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { singleFlight } from '#server/platform/single-flight.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that takes some time, and counts how often it ran. */
function slowWork(ms: number) {
  const work = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return work.mock.calls.length
  })
  return work
}

test('requests at the same time share one run', async () => {
  const fly = singleFlight<number>()
  const work = slowWork(1_000)
  const both = Promise.all([fly('page 1', work), fly('page 1', work)])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await both).toEqual([1, 1])
})

test('other results need a run of their own', async () => {
  const fly = singleFlight<number>()
  const [first, second] = [slowWork(1_000), slowWork(1_000)]
  const both = Promise.all([fly('page 1', first), fly('page 2', second)])
  await vi.advanceTimersByTimeAsync(1_000)
  await both
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('a result that came in time is not kept', async () => {
  const fly = singleFlight<number>()
  const work = slowWork(1_000)
  const first = fly('page 1', work)
  await vi.advanceTimersByTimeAsync(1_000)
  await first
  const second = fly('page 1', work)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await second).toBe(2)
})

test('a result that may have come too late for its response is kept for half a minute', async () => {
  const fly = singleFlight<number>()
  const work = slowWork(8_000)
  const first = fly('page 1', work)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await first).toBe(1)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(await fly('page 1', work)).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  const later = fly('page 1', work)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await later).toBe(2)
})

test('a failure is not kept', async () => {
  const fly = singleFlight<number>()
  const failing = fly('page 1', () => Promise.reject(new Error('no memory')))
  await expect(failing).rejects.toThrow('no memory')
  expect(await fly('page 1', () => Promise.resolve(2))).toBe(2)
})
