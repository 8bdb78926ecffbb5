import type { Pool } from 'pg'
import { Batcher } from './batcher.ts'
import { type AnyAggregate, aggregateOf, type DomainEvent, foldOf } from './decider.ts'
import { foldStream, READ_STREAM, stateOf } from './document-shape.ts'
import { GroupAppend } from './group-append.ts'
import { keySortedByTime } from './idempotency.ts'
import type { AppendCommand, EventLog, RecordedEvent, StreamDocument } from './log.ts'
import { headOf } from './log-head.ts'
import { LogHistory } from './log-history.ts'
import { type Meaning, prepareCommand } from './prepared-command.ts'
import { type EventRow, recordedEvent } from './recorded-event.ts'
import { Announcer } from './wake-up.ts'
import { Writer } from './writer.ts'

/** Two groups in flight keep the disk busy; a third would wait for the position lock. */
const WRITERS = 2

export interface EventLogOptions extends Omit<Meaning, 'reshaped'> {
  /**
   * The kinds of streams whose documents may have another shape; if none, all have the first shape.
   */
  readonly aggregates?: readonly AnyAggregate[]
  /** For the connections that only append. */
  readonly connectionString: string
  /** For reads. */
  readonly pool: Pool
  /** Shared with the pool, so that what is read and what is appended belong together. */
  readonly history?: LogHistory
}

/** Opens the log on a migrated database. Any number of processes may have it open. */
export function openEventLog(options: EventLogOptions): EventLog {
  const {
    connectionString,
    pool,
    aggregates: list = [],
    history = new LogHistory(),
    ...known
  } = options
  const aggregates = new Map(list.map((aggregate) => [aggregate.kind, aggregate]))
  const reshaped = new Map([...aggregates].filter(([, { shape = 1 }]) => shape > 1))
  const meaning: Meaning = { ...known, reshaped }
  const writers = Array.from({ length: WRITERS }, () => new Writer(connectionString, history))
  const batcher = new Batcher(writers.map((writer) => new GroupAppend(writer, history)))

  const announcer = new Announcer(pool)
  let sortedSinceMs: number | undefined

  return {
    epoch: () => history.epoch,

    async append(command: AppendCommand) {
      const result = await batcher.submit(prepareCommand(command, meaning))
      if (result.outcome === 'ok') announcer.announce()
      return result
    },

    async readDocument<S>(stream: string): Promise<StreamDocument<S> | undefined> {
      const { rows } = await pool.query<StoredDocument>({
        name: 'read-document',
        text: 'select kind, version, hash, data from document where stream = $1',
        values: [stream],
      })
      const [row] = rows
      if (!row) return undefined
      const version = Number(row.version)
      const { state, shape } = stateOf(row.data)
      const aggregate = aggregates.get(row.kind)
      const isCurrent = !aggregate || shape === (aggregate.shape ?? 1)
      const { catalog } = meaning
      return {
        version,
        hash: row.hash,
        state: (isCurrent
          ? state
          : await foldStream(pool, aggregate, { catalog, stream, version })) as S,
      }
    },

    async readState<S>(stream: string, upToVersion?: number) {
      const aggregate = aggregateOf(stream, list)
      if (!aggregate) throw new Error(`${stream} is of no kind that this log knows`)
      const events = await this.readStream(stream, upToVersion)
      return foldOf(aggregate, events) as S | undefined
    },

    async readStream<E extends DomainEvent>(stream: string, upToVersion?: number) {
      const { rows } = await pool.query<EventRow>({
        name: 'read-stream',
        text: READ_STREAM,
        values: [stream, upToVersion ?? null],
      })
      return rows.map((row) => recordedEvent(meaning.catalog, row)) as RecordedEvent<E>[]
    },

    async findByKey(key, requestHash) {
      // Read before the query: a result with an epoch that is too old is only requested again.
      const { epoch } = history
      const { rows } = await pool.query({
        name: 'find-by-key',
        text: 'select position, stream, version, request_hash from event where key = $1',
        values: [key],
      })
      const [row] = rows
      if (!row) return undefined
      if (!requestHash.equals(row.request_hash)) return { reused: true }
      const { position, stream, version } = row
      return { reused: false, epoch, position: BigInt(position), stream, version: Number(version) }
    },

    async keyOf(actorId, text) {
      sortedSinceMs ??= await readSortedSince(pool)
      return keySortedByTime(actorId, text, sortedSinceMs)
    },

    async readGuards(names) {
      const { rows } = await pool.query<{ name: string; version: string }>({
        name: 'read-guards',
        text: 'select name, version from guard where name = any ($1)',
        values: [names],
      })
      const versions = new Map(rows.map(({ name, version }) => [name, Number(version)]))
      return names.map((name) => ({ name, version: versions.get(name) ?? 0 }))
    },

    head: () => headOf(pool),

    async close() {
      await batcher.idle()
      await announcer.idle()
      await Promise.all(writers.map((writer) => writer.close()))
    },
  }
}

/** Never changes once a log is open. */
async function readSortedSince(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: string }>(
    'select extract(epoch from since) * 1000 as ms from key_order',
  )
  return Number(rows[0]?.ms)
}

interface StoredDocument {
  readonly kind: string
  readonly version: string
  readonly hash: Buffer
  readonly data: unknown
}
