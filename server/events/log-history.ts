import type { ClientBase } from 'pg'
import { EndedHistory } from './connection.ts'

/** Where an event is. After a failover, the same position may belong to a different event. */
export interface LogPlace {
  readonly epoch: number
  readonly position: bigint
}

/** What a process must drop, because the database has continued on another history. */
export interface HistoryChange {
  readonly epoch: number
  readonly before: number
  /** The last position that both histories share: later events are lost or replaced by others. */
  readonly shared: bigint
  /** The last position of the former history that this process has seen. */
  readonly seen: bigint
}

/** A command was decided on a history that has ended; nothing was recorded. */
export class HistoryEnded extends Error {
  override readonly name = 'HistoryEnded'

  constructor() {
    super('the command was decided on a history of the log that has ended')
  }
}

interface Acknowledged {
  readonly position: bigint
  readonly hash: Buffer | null
}

const NOTHING: Acknowledged = { position: 0n, hash: null }

/**
 * The history of the log that this process works on. Every new connection asks its database for the
 * history, so a failover is detected before anything is read from the new primary or written to it.
 *
 * Source: docs/decisions/0166-histories-of-the-log-have-epochs.md
 */
export class LogHistory {
  /** By epoch, the last position that it shares with the previous one. */
  #epochs: ReadonlyMap<number, bigint> = new Map()
  #epoch: number | undefined
  #acknowledged = NOTHING
  #seen = 0n
  readonly #listeners = new Set<(change: HistoryChange) => void>()

  /** Undefined before the first connection. */
  get epoch(): number | undefined {
    return this.#epoch
  }

  /** The last position that this process has seen in the current history. */
  get seen(): bigint {
    return this.#seen
  }

  /**
   * Asks a new connection which history its database is on. The database starts a new one if it was
   * promoted or restored, or lacks the last event that was acknowledged to this process.
   *
   * @throws EndedHistory if this process has left that history for a later one
   */
  async meet(client: Pick<ClientBase, 'query'>): Promise<number> {
    const { position, hash } = this.#acknowledged
    const { rows } = await client.query<{ epochs: string[]; positions: string[] }>(
      'select epochs, positions from enter_log_epoch($1, $2, $3)',
      [this.#epoch ?? null, position, hash],
    )
    const [row] = rows
    const epochs = new Map(
      row?.epochs.map((epoch, index) => [Number(epoch), BigInt(row.positions[index] as string)]),
    )
    const epoch = [...epochs.keys()].at(-1)
    if (epoch === undefined) throw new Error('a log has an epoch')
    this.#enter(epoch, epochs)
    return epoch
  }

  /** Remembers the newest event that was committed over a connection of this process. */
  acknowledge({ epoch, position }: LogPlace, hash: Buffer): void {
    if (epoch !== this.#epoch || position <= this.#acknowledged.position) return
    this.#acknowledged = { position, hash }
    this.see(position)
  }

  /** Remembers how far this process has read. */
  see(position: bigint): void {
    if (position > this.#seen) this.#seen = position
  }

  /** Called after the change, before anything is read from the new history. */
  onChange(listener: (change: HistoryChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #enter(epoch: number, epochs: ReadonlyMap<number, bigint>): void {
    const before = this.#epoch
    if (epoch === before) return
    if (this.#epochs.has(epoch)) throw new EndedHistory()
    const shared = sharedPosition(this.#epochs, epochs)
    const seen = this.#seen
    this.#epoch = epoch
    this.#epochs = epochs
    if (before === undefined) return
    this.#acknowledged = NOTHING
    this.#seen = seen < shared ? seen : shared
    for (const listener of this.#listeners) listener({ epoch, before, shared, seen })
  }
}

/** Histories agree up to the first epoch that only one of them has. */
function sharedPosition(
  one: ReadonlyMap<number, bigint>,
  other: ReadonlyMap<number, bigint>,
): bigint {
  const apart = [
    ...[...one].filter(([epoch]) => !other.has(epoch)),
    ...[...other].filter(([epoch]) => !one.has(epoch)),
  ]
  return apart
    .map(([, position]) => position)
    .reduce((least, each) => (each < least ? each : least), apart[0]?.[1] ?? 0n)
}
