import type { FastifyReply } from 'fastify'
import type { Pool } from 'pg'
import type { LogHistory, LogPlace } from '#server/events/log-history.ts'
import { pause } from '#server/events/pause.ts'

/**
 * When an event counts as durable. local: once it is committed. standby: once a standby has also
 * written it to disk, so that it survives the loss of this host.
 */
export type DurabilityMode = 'local' | 'standby'

/** Every position up to this one is durable. */
export type Watermark = LogPlace

/** The pause between two queries of the database, while a position is waited for. */
const PACE_MS = 100
/** How many marks are kept that map the log to the WAL: a standby is rarely this far behind. */
const MARKS_MAX = 600

interface DurabilityOptions {
  readonly mode: DurabilityMode
  readonly pool: Pick<Pool, 'query'>
  readonly history: LogHistory
  readonly report: (error: unknown) => void
}

/** A position of the log, and the end of the WAL when the position was known to be committed. */
interface Mark {
  readonly position: bigint
  readonly walEnd: bigint
}

export type Durability = ReturnType<typeof openDurability>

/**
 * How far the log is durable, as far as this process knows. This costs appends nothing: the
 * database is asked at intervals, and only while a position is waited for.
 */
export function openDurability({ mode, pool, history, report }: DurabilityOptions) {
  const stop = new AbortController()
  const listeners = new Set<(watermark: Watermark) => void>()
  let marks: readonly Mark[] = []
  let durable = 0n
  let wanted = 0n
  let running: Promise<void> | undefined

  history.onChange(() => {
    marks = []
    durable = 0n
    wanted = 0n
  })

  async function run(): Promise<void> {
    while (!stop.signal.aborted && durable < wanted) {
      await look().catch(report)
      await pause(PACE_MS, stop.signal)
    }
  }

  async function look(): Promise<void> {
    const { epoch } = history
    const seen = await readMark(pool)
    // The result belongs to a history that has ended.
    if (epoch === undefined || epoch !== history.epoch) return
    marks = [...marks, seen].slice(-MARKS_MAX)
    const flushed = marks.filter(({ walEnd }) => walEnd <= seen.flushed).at(-1)
    if (!flushed) return
    marks = marks.filter(({ position }) => position > flushed.position)
    if (flushed.position <= durable) return
    durable = flushed.position
    for (const listener of listeners) listener({ epoch, position: durable })
  }

  return {
    mode,
    /** Undefined before the first connection to the database. */
    watermark(): Watermark | undefined {
      const { epoch, seen } = history
      return epoch === undefined ? undefined : { epoch, position: isLocal() ? seen : durable }
    },
    /** The watermark for the response to a write whose event is committed. */
    positionOf({ epoch, position }: LogPlace): bigint {
      if (isLocal()) return position
      return epoch === history.epoch ? durable : 0n
    },
    /** Polls until everything up to a position of the current epoch is durable. */
    want(position: bigint): void {
      if (isLocal() || position <= wanted) return
      wanted = position
      running ??= run().finally(() => {
        running = undefined
      })
    },
    onWatermark(listener: (watermark: Watermark) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close(): Promise<void> {
      stop.abort()
      await running
    },
  }

  function isLocal(): boolean {
    return mode === 'local'
  }
}

/** Adds to the response to a write where its event is, and how far the log was durable. */
export function placeHeaders(
  reply: FastifyReply,
  durability: Pick<Durability, 'positionOf'> | undefined,
): (place: LogPlace) => void {
  return (place) => {
    reply.header('log-epoch', String(place.epoch))
    reply.header('log-position', String(place.position))
    reply.header('log-durable', String(durability?.positionOf(place) ?? place.position))
  }
}

/**
 * The end of the write-ahead log is read after the snapshot in which the position is committed, so
 * it comes after that commit.
 */
async function readMark(pool: Pick<Pool, 'query'>): Promise<Mark & { readonly flushed: bigint }> {
  const { rows } = await pool.query<{ position: string; wal_end: string; flushed: string | null }>({
    name: 'durable-position',
    text: `select coalesce(max(position), 0) as position,
                  pg_current_wal_insert_lsn() - '0/0' as wal_end, standby_flush() - '0/0' as flushed
           from event`,
  })
  const [row] = rows
  return {
    position: BigInt(row?.position ?? 0),
    walEnd: BigInt(row?.wal_end ?? 0),
    flushed: BigInt(row?.flushed ?? 0),
  }
}
