import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import type { PriceSource } from './price-source.ts'
import { createBinanceSource } from './sources/binance.ts'
import { type FileCandle, readCandleFile } from './sources/candle-file.ts'
import { createCoinbaseSource } from './sources/coinbase.ts'
import { createCoinGeckoSource } from './sources/coingecko.ts'
import type { FaultReport } from './sources/market.ts'
import { createReplaySource } from './sources/replay.ts'
import { createSimulatedSource } from './sources/simulated.ts'

/** The configured price source. */
export async function choosePriceSource(
  settings: Config['prices'],
  { pool, clock, report }: { pool: Pool; clock: Clock; report: FaultReport },
): Promise<PriceSource> {
  const { source, replayFile, replaySpeed: speed } = settings
  switch (source) {
    case 'simulated':
      return createSimulatedSource(clock, settings.simulatedSeed)
    case 'replay': {
      if (replayFile === undefined) throw new StartupError('PRICE_REPLAY_FILE is not set.')
      const candles = readCandleFile(replayFile)
      const startedAtMs = await replayStart(pool, nameOf(candles, speed), clock.now())
      return createReplaySource({ candles, speed, startedAtMs }, clock)
    }
    case 'binance':
      return createBinanceSource({ clock, report })
    case 'coinbase':
      return createCoinbaseSource({ clock, report })
    case 'coingecko':
      return createCoinGeckoSource({ clock, report })
  }
}

function nameOf(candles: readonly FileCandle[], speed: number): string {
  const digest = createHash('sha256').update(JSON.stringify(candles)).digest('hex')
  return `${digest.slice(0, 16)} at ${speed}`
}

/** The first process that replays these candles at this speed sets the start for all later ones. */
async function replayStart(pool: Pool, name: string, nowMs: number): Promise<number> {
  await pool.query(
    'insert into price_replay (name, started_at) values ($1, $2) on conflict do nothing',
    [name, new Date(nowMs)],
  )
  const { rows } = await pool.query<{ started_at: Date }>(
    'select started_at from price_replay where name = $1',
    [name],
  )
  return rows[0]?.started_at.getTime() ?? nowMs
}
