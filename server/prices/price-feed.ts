import type { Pool, PoolClient } from 'pg'
import type { LogHistory } from '#server/events/log-history.ts'
import { pause } from '#server/events/pause.ts'
import { type Clock, clockFault, RECORDER_APART_MS_MAX } from '#server/platform/clock.ts'
import { LOCKS, tryLockSession } from '#server/platform/locks.ts'
import { parseUnits } from '#shared/money.ts'
import { epochMsOf, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { deleteOldCandles } from './candle-retention.ts'
import type { PriceBoard } from './price-board.ts'
import type { PriceReading, PriceSource } from './price-source.ts'
import { MARKET_SYMBOLS } from './sources/market.ts'
import { createTickCollector, PAUSE_MS_DEFAULT, UntimelyPrices } from './tick-collector.ts'
import {
  type QuotedTick,
  readLatestTicks,
  readTicksAfter,
  recordTicks,
  TICK_CHANNEL,
} from './tick-log.ts'
import { deleteOldTicks } from './tick-retention.ts'
import type { ReadingFault } from './vetting.ts'

const LOOK_MS = 2 * SECOND_MS
const RECONNECT_MS = SECOND_MS
/** Long enough for every other process to try to take the lock. */
const ABSTAIN_MS = 10 * SECOND_MS
const RETENTION_EVERY_MS = 10 * MINUTE_MS
const TICKS_AT_ONCE = 2_000

/** Describes what is wrong with this process's clock, if it is wrong. */
export type CheckClock = (db: Pick<Pool | PoolClient, 'query'>) => Promise<string | undefined>

export const checkRecorderClock: CheckClock = (db) => clockFault(db, RECORDER_APART_MS_MAX)

export interface FeedOptions {
  readonly pool: Pool
  /** The pool's history: after a failover, ticks are lost together with events. */
  readonly history?: LogHistory | undefined
  readonly source: PriceSource
  readonly board: PriceBoard
  readonly clock: Clock
  readonly checkClock?: CheckClock | undefined
  /** The pause between two batches of ticks. */
  readonly pauseMs?: number | undefined
  readonly onFault: (fault: ReadingFault, reading: PriceReading) => void
  readonly report: (error: unknown) => void
  /** Called when this process starts and stops recording. */
  readonly onLeading: (isLeading: boolean) => void
}

/**
 * Keeps a board current until the signal aborts. Each process listens for new ticks on one
 * connection and tries to take the poller's lock on it. The process that holds the lock polls the
 * source and writes ticks over the same connection. If the connection is lost, that process can no
 * longer write, and its successor cannot take the lock before its last write has ended. Every
 * process, including the poller, reads ticks from the table, so the current price is always on
 * disk.
 *
 * A process whose clock is wrong leaves polling to the others. One that could use no price does not
 * poll again until the others could take the lock.
 */
export async function runPriceFeed(options: FeedOptions, signal: AbortSignal): Promise<void> {
  const follow = createFollower(options)
  let abstainsUntil = 0
  const abstain = () => {
    abstainsUntil = performance.now() + ABSTAIN_MS
  }
  const turn = { abstain, mayLead: () => performance.now() >= abstainsUntil }
  while (!signal.aborted) {
    try {
      await runSession(options, { follow, turn }, signal)
    } catch (error) {
      if (!signal.aborted) options.report(error)
    }
    await pause(RECONNECT_MS, signal)
  }
}

interface Turn {
  abstain(): void
  mayLead(): boolean
}

async function runSession(
  options: FeedOptions,
  { follow, turn }: { readonly follow: () => Promise<void>; readonly turn: Turn },
  signal: AbortSignal,
): Promise<void> {
  const { checkClock = checkRecorderClock, report } = options
  const client = await options.pool.connect()
  const session = new AbortController()
  const end = () => session.abort()
  let lost: unknown
  client.on('error', (error) => {
    lost = error
    end()
  })
  client.on('end', end)
  signal.addEventListener('abort', end)
  let polling: Promise<void> | undefined
  try {
    client.on('notification', () => void follow().catch(end))
    await client.query(`listen ${TICK_CHANNEL}`)
    while (!session.signal.aborted) {
      await follow()
      const wrongClock = await checkClock(client)
      if (wrongClock && polling) throw new Error(wrongClock)
      if (wrongClock) report(new Error(wrongClock))
      else if (!polling && turn.mayLead() && (await tryLockSession(client, LOCKS.pricePolling)))
        polling = lead(options, client, { session, turn })
      await pause(LOOK_MS, session.signal)
    }
    if (lost) throw lost
  } finally {
    end()
    signal.removeEventListener('abort', end)
    await polling
    // Destroyed, not returned to the pool: the lock and the subscription end with the connection.
    client.release(true)
  }
}

/** Reads the ticks since the last run. Overlapping calls share the current run and one more. */
function createFollower({ pool, board, history }: FeedOptions): () => Promise<void> {
  let position: bigint | undefined
  history?.onChange(() => {
    board.forget()
    position = undefined
  })
  let running: Promise<void> | undefined
  let again = false

  async function run(): Promise<void> {
    do {
      again = false
      const epoch = history?.epoch
      const ticks: QuotedTick[] =
        position === undefined
          ? await readLatestTicks(pool, MARKET_SYMBOLS)
          : await readTicksAfter(pool, position, TICKS_AT_ONCE)
      // Otherwise they belong to a history that has ended, and the latest are read again.
      if (epoch !== history?.epoch) {
        again = true
        continue
      }
      board.take(ticks)
      position = ticks.at(-1)?.position ?? position ?? 0n
      again ||= ticks.length === TICKS_AT_ONCE
    } while (again)
  }

  return () => {
    again = true
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}

/** Polls the source and writes accepted readings while the session lasts. */
async function lead(
  { pool, source, clock, pauseMs = PAUSE_MS_DEFAULT, onFault, report, onLeading }: FeedOptions,
  client: PoolClient,
  { session, turn }: { readonly session: AbortController; readonly turn: Turn },
): Promise<void> {
  const broken = (error: unknown) => {
    if (error instanceof UntimelyPrices) turn.abstain()
    if (!session.signal.aborted) report(error)
    session.abort()
  }
  try {
    const last = await readLatestTicks(client, MARKET_SYMBOLS)
    const collector = createTickCollector({
      source: source.name,
      clock,
      pauseMs,
      known: new Map(
        last
          .filter((tick) => tick.source === source.name)
          .map(({ symbol, price, observedMs }) => [
            symbol,
            { last: { price: parseUnits(price), atMs: observedMs } },
          ]),
      ),
      notBeforeMs: Math.max(0, ...last.map(({ at }) => epochMsOf(at))),
      record: (ticks) => recordTicks(client, ticks),
      onFault,
      onBroken: broken,
    })
    if (session.signal.aborted) return
    onLeading(true)
    session.signal.addEventListener('abort', () => onLeading(false))
    await Promise.all([
      source.start(collector.take, session.signal),
      deleteOldRegularly(pool, clock, { signal: session.signal, report }),
    ])
    await collector.end()
  } catch (error) {
    broken(error)
  }
}

async function deleteOldRegularly(
  pool: Pool,
  clock: Clock,
  { signal, report }: { signal: AbortSignal; report: (error: unknown) => void },
): Promise<void> {
  while (!signal.aborted) {
    await pause(RETENTION_EVERY_MS, signal)
    if (signal.aborted) return
    await deleteOldTicks(pool, clock.now()).catch(report)
    await deleteOldCandles(pool, clock.now()).catch(report)
  }
}
