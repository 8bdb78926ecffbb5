import { expect, onTestFinished, test, vi } from 'vitest'
import { createTickCollector, UntimelyPrices } from '#server/prices/tick-collector.ts'
import type { NewTick } from '#server/prices/tick-log.ts'
import { readingOf } from './reading.ts'

const STARTED_MS = Date.parse('2026-01-31T09:30:00.000Z')

test('a price that arrives while others are written is timestamped on arrival', async () => {
  const clock = { ms: STARTED_MS, now: () => clock.ms }
  const written: NewTick[] = []
  const firstIsWritten = Promise.withResolvers<void>()
  const collector = createTickCollector({
    source: 'binance',
    clock,
    known: new Map(),
    notBeforeMs: 0,
    pauseMs: 0,
    record: async (ticks) => {
      await firstIsWritten.promise
      written.push(...ticks)
    },
    onFault: (fault) => expect.unreachable(fault),
    onBroken: (error) => expect.unreachable(String(error)),
  })
  const take = (atMs: number, symbol: string, price: string) => {
    clock.ms = STARTED_MS + atMs
    collector.take([readingOf({ symbol, price, atMs: clock.ms })])
  }
  take(0, 'BTC', '60000')
  take(80, 'ETH', '2500')
  take(90, 'BTC', '60010')
  take(70, 'TRX', '0.25')
  clock.ms = STARTED_MS + 240
  firstIsWritten.resolve()
  await expect.poll(() => written.length).toBe(4)
  await collector.end()
  const dated = written.map(({ symbol, price, atMs }) => [symbol, price, atMs - STARTED_MS])
  expect(dated).toEqual([
    ['BTC', '60000', 0],
    ['ETH', '2500', 80],
    ['BTC', '60010', 90],
    ['TRX', '0.25', 90],
  ])
})

test.each([
  ['behind', 11_000],
  ['ahead', -61_000],
])('a clock that is %s of all prices ends collecting within seconds', (_, apartMs) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const broken: unknown[] = []
  const collector = createTickCollector({
    source: 'binance',
    clock: { now: () => STARTED_MS },
    known: new Map(),
    notBeforeMs: 0,
    pauseMs: 0,
    record: async () => {},
    onFault: () => {},
    onBroken: (error) => broken.push(error),
  })
  const take = (symbol: string, atMs: number) => {
    collector.take([readingOf({ symbol, atMs: STARTED_MS + atMs })])
    vi.advanceTimersByTime(4_000)
  }
  take('BTC', apartMs)
  take('ETH', apartMs)
  take('TRX', apartMs)
  expect(broken).toEqual([])
  // One symbol alone can be late.
  take('BTC', 0)
  for (let count = 0; count < 3; count += 1) take('ETH', apartMs)
  expect(broken).toEqual([])
  take('BTC', apartMs)
  expect(broken).toEqual([expect.any(UntimelyPrices)])
  take('BTC', apartMs)
  expect(broken).toHaveLength(1)
})
