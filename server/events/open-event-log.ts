import type { Pool } from 'pg'
import { Batcher } from './batcher.ts'
import type { DomainEvent } from './decider.ts'
import { GroupAppend } from './group-append.ts'
import type { AppendCommand, EventLog, RecordedEvent, StreamDocument } from './log.ts'
import { type Meaning, prepareCommand } from './prepared-command.ts'
import { EVENT_COLUMNS, type EventRow, recordedEvent } from './recorded-event.ts'
import { headOf } from './subscription.ts'
import { Announcer } from './wake-up.ts'
import { Writer } from './writer.ts'

/** Two groups in flight keep the disk busy; a third would wait for the position lock. */
const WRITERS = 2

export interface EventLogOptions extends Meaning {
  /** For the connections that only append. */
  readonly connectionString: string
  /** For reads. */
  readonly pool: Pool
}

/** Opens the log on a migrated database. Any number of processes may have it open. */
export function openEventLog({ connectionString, pool, ...meaning }: EventLogOptions): EventLog {
  const writers = Array.from({ length: WRITERS }, () => new Writer(connectionString))
  const batcher = new Batcher(writers.map((writer) => new GroupAppend(writer)))

  const announcer = new Announcer(pool)

  return {
    async append(command: AppendCommand) {
      const result = await batcher.submit(prepareCommand(command, meaning))
      if (result.outcome === 'ok') announcer.announce()
      return result
    },

    async readDocument<S>(stream: string): Promise<StreamDocument<S> | undefined> {
      const { rows } = await pool.query<{ version: string; hash: Buffer; data: S }>({
        name: 'read-document',
        text: 'select version, hash, data from document where stream = $1',
        values: [stream],
      })
      const [row] = rows
      return row && { version: Number(row.version), hash: row.hash, state: row.data }
    },

    async readStream<E extends DomainEvent>(stream: string, upToVersion?: number) {
      const { rows } = await pool.query<EventRow>({
        name: 'read-stream',
        text: `select ${EVENT_COLUMNS} from event
               where stream = $1 and version <= coalesce($2, version) order by version`,
        values: [stream, upToVersion ?? null],
      })
      return rows.map((row) => recordedEvent(meaning.catalog, row)) as RecordedEvent<E>[]
    },

    async findByKey(key, requestHash) {
      const { rows } = await pool.query({
        name: 'find-by-key',
        text: 'select position, stream, version, request_hash from event where key = $1',
        values: [key],
      })
      const [row] = rows
      if (!row) return undefined
      if (!requestHash.equals(row.request_hash)) return { reused: true }
      const { position, stream, version } = row
      return { reused: false, position: BigInt(position), stream, version: Number(version) }
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
