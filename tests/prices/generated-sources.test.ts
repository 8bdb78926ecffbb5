import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { PriceReading, PriceSource } from '#server/prices/price-source.ts'
import { readCandleFile } from '#server/prices/sources/candle-file.ts'
import { createReplaySource } from '#server/prices/sources/replay.ts'
import { createSimulatedSource } from '#server/prices/sources/simulated.ts'
import { parseUnits } from '#shared/money.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'

const NOON_MS = Date.UTC(2026, 0, 31, 12)
const SECRET = Buffer.alloc(32, 1)

async function firstReadings(source: PriceSource): Promise<readonly PriceReading[]> {
  const stop = new AbortController()
  const readings = await new Promise<readonly PriceReading[]>((resolve) => {
    void source.start((some) => resolve(some), stop.signal)
  })
  stop.abort()
  return readings
}

describe('simulated prices', () => {
  const clock = { now: () => NOON_MS }

  it('depend only on the secret and the time', async () => {
    const again = await firstReadings(createSimulatedSource(clock, SECRET))
    expect(await firstReadings(createSimulatedSource(clock, SECRET))).toEqual(again)
    expect(await firstReadings(createSimulatedSource(clock, Buffer.alloc(32, 2)))).not.toEqual(
      again,
    )
  })

  it('cover every listed asset except stablecoins, with 24-hour figures', async () => {
    const readings = await firstReadings(createSimulatedSource(clock, SECRET))
    expect(readings).toHaveLength(21)
    for (const { price, change24h, volume24h } of readings) {
      expect(parseUnits(price)).toBeGreaterThan(0n)
      expect(change24h).not.toBeNull()
      expect(parseUnits(volume24h ?? '0')).toBeGreaterThan(0n)
    }
  })

  it('have a history that ends at the current price', async () => {
    const source = createSimulatedSource(clock, SECRET)
    const fromMs = NOON_MS - DAY_MS
    const request = { symbol: 'BTC', interval: '1m', fromMs, toMs: NOON_MS } as const
    const candles = await source.history(request)
    expect(candles).toHaveLength(1_441)
    const btc = (await firstReadings(source)).find(({ symbol }) => symbol === 'BTC')
    expect(candles.at(-1)?.close).toBe(btc?.price)
    for (const { open, high, low, close } of candles) {
      expect(parseUnits(low)).toBeLessThanOrEqual(parseUnits(open))
      expect(parseUnits(high)).toBeGreaterThanOrEqual(parseUnits(close))
    }
  })

  it('move less than one percent per second', async () => {
    let nowMs = NOON_MS
    const source = createSimulatedSource({ now: () => nowMs }, SECRET)
    let before = await firstReadings(source)
    for (let second = 0; second < 30; second++) {
      nowMs += 1_000
      const next = await firstReadings(source)
      for (const [index, { price }] of next.entries()) {
        const units = parseUnits(price)
        const from = parseUnits(before[index]?.price ?? '0')
        expect((units > from ? units - from : from - units) * 100n).toBeLessThan(from)
      }
      before = next
    }
  })
})

const HEADER = 'open_time,open,high,low,close,volume'
const TWO_CANDLES = [
  '2023-03-09 00:00:00+00:00,21701.97,21715.0,21694.47,21710.0,1.5',
  '2023-03-09 00:01:00+00:00,21717.49,21725.71,21678.0,21679.54,13.05261',
]

const folder = mkdtempSync(join(tmpdir(), 'candles-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(...lines: string[]): string {
  const path = join(mkdtempSync(join(folder, 'one-')), 'candles.csv')
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

describe('replayed prices', () => {
  const candles = readCandleFile(fileOf(HEADER, ...TWO_CANDLES))
  const at = (nowMs: number, speed = 1) =>
    createReplaySource({ candles, speed, startedAtMs: NOON_MS }, { now: () => nowMs })

  async function priceAfter(elapsedMs: number, speed = 1): Promise<string | undefined> {
    return (await firstReadings(at(NOON_MS + elapsedMs, speed)))[0]?.price
  }

  it('step through open, high, low and close of each candle, then start over', async () => {
    const walked = []
    for (let step = 0; step < 9; step++) walked.push(await priceAfter(step * 15_000))
    expect(walked).toEqual([
      '21701.97',
      '21715',
      '21694.47',
      '21710',
      '21717.49',
      '21725.71',
      '21678',
      '21679.54',
      '21701.97',
    ])
  })

  it('play faster by the given speed', async () => {
    expect(await priceAfter(1_000, 60)).toBe('21717.49')
  })

  it('depend only on the clock', async () => {
    const [one] = await firstReadings(at(NOON_MS + 65_000))
    const [other] = await firstReadings(at(NOON_MS + 65_000))
    expect(one).toEqual(other)
  })

  it('include only played candles in their history', async () => {
    const request = { interval: '1m', fromMs: NOON_MS - MINUTE_MS, toMs: NOON_MS + 80_000 } as const
    const played = await at(NOON_MS + 80_000).history({ symbol: 'BTC', ...request })
    expect(played.map(({ open, close }) => [open, close])).toEqual([
      ['21701.97', '21710'],
      ['21717.49', '21725.71'],
    ])
    expect(await at(NOON_MS).history({ symbol: 'ETH', ...request })).toEqual([])
  })

  it('use the first of several days as their history', async () => {
    const many = Array.from({ length: 3 * 1_440 }, (_, index) => ({
      open: String(index + 1),
      high: String(index + 1),
      low: String(index + 1),
      close: String(index + 1),
      volume: '2',
    }))
    const options = { candles: many, speed: 1, startedAtMs: NOON_MS }
    const source = createReplaySource(options, { now: () => NOON_MS })
    const [reading] = await firstReadings(source)
    expect(reading).toMatchObject({ price: '1441', change24h: '144000', volume24h: '2075040' })
    const request = { symbol: 'BTC', interval: '1h', toMs: NOON_MS } as const
    const day = await source.history({ ...request, fromMs: NOON_MS - DAY_MS })
    expect(day[0]).toMatchObject({ open: '1', high: '60', volume: '120' })
    expect(day).toHaveLength(25)
  })

  it.each([
    ['has other columns', ['time,price', '1,2'], /starts with/],
    ['has no candles', [HEADER], /no candles/],
    ['has a malformed row', [HEADER, TWO_CANDLES[0] ?? '', 'x,1,2'], /line 3/],
  ])('refuse a file that %s', (_, lines, message) => {
    expect(() => readCandleFile(fileOf(...lines))).toThrow(message)
  })
})
