import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { loadConfig } from '#server/platform/config.ts'
import { choosePriceSource } from '#server/prices/choose-source.ts'

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

const newDirectory = () => mkdtempSync(join(tmpdir(), 'keel-seed-'))

test('a stranger cannot compute the simulated prices of a server from its source code', async () => {
  expect(await pricesOf(newDirectory())).not.toEqual(await pricesOf(newDirectory()))
})
