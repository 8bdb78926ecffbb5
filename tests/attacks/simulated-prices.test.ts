import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from '#server/platform/config.ts'
import { choosePriceSource } from '#server/prices/choose-source.ts'
import {
  COARSEST_S,
  drawWith,
  priceOnPath,
  START_STREAM,
  uniform,
} from '#server/prices/sources/lognormal-path.ts'

const NOW_MS = Date.UTC(2026, 0, 31, 9, 30)

/** The prices that a server computes from its settings. */
async function pricesOf(dataDir: string): Promise<unknown> {
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
  const clock = { now: () => NOW_MS }
  const parts = { pool: undefined as unknown as Pool, clock, report: () => {} }
  const source = await choosePriceSource(config.prices, parts)
  const stop = new AbortController()
  const readings = await new Promise((resolve) => void source.start(resolve, stop.signal))
  stop.abort()
  return readings
}

const folder = mkdtempSync(join(tmpdir(), 'keel-seed-'))
afterAll(() => rmSync(folder, { recursive: true }))

const newDirectory = () => mkdtempSync(join(folder, 'one-'))

test('a stranger cannot find times at which the simulated price is known', () => {
  const logs = Array.from({ length: 50 }, (_, index) => {
    const draw = drawWith(Buffer.alloc(32, index))
    const priceAt = (epochMs: number) =>
      priceOnPath({ draw, path: 1, base: 60_000, dailyVolatility: 0.04 }, epochMs)
    const start = uniform(draw, 1, START_STREAM, 0) * COARSEST_S
    const cycle = Math.ceil(NOW_MS / 1_000 / COARSEST_S) + (index % 2)
    const borderMs = (cycle * COARSEST_S - start) * 1_000
    const [before, at, after] = [-1_000, 0, 1_000].map((ms) => priceAt(borderMs + ms)) as [
      number,
      number,
      number,
    ]
    expect(Math.abs(before / at - 1)).toBeLessThan(0.01)
    expect(Math.abs(after / at - 1)).toBeLessThan(0.01)
    return Math.log(at / 60_000)
  })
  const variance = logs.reduce((sum, log) => sum + log * log, 0) / logs.length
  expect(Math.sqrt(variance)).toBeGreaterThan(0.05)
  expect(Math.sqrt(variance)).toBeLessThan(0.3)
})

test('a stranger cannot compute the simulated prices of a server from its source code', async () => {
  expect(await pricesOf(newDirectory())).not.toEqual(await pricesOf(newDirectory()))
})
