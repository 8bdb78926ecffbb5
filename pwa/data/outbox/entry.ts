import type { ApiFailure } from '../api-error.ts'
import type { Sealed } from '../seal.ts'

/**
 * waiting: has not left this device. sending: an attempt is under way. unknown: an attempt got no
 * response, so it may have arrived; it is sent again with the same key. refused: stays until it is
 * dismissed. done: stays until every tab has seen it.
 */
type OutboxState = 'waiting' | 'sending' | 'unknown' | 'refused' | 'done'

/** Where the server has recorded it. */
export interface LogPlace {
  readonly epoch: number
  readonly position: number
}

/**
 * What the sender needs to decide. It contains no amounts or personal data, and is not encrypted.
 */
interface EntryState {
  /** The order of submission. */
  readonly seq: number
  /** Also the Idempotency-Key of every attempt. */
  readonly id: string
  readonly userId: string
  /** routeKey of its route. */
  readonly kind: string
  readonly state: OutboxState
  readonly tries: number
  /** Why the last attempt failed. */
  readonly failure?: ApiFailure | undefined
  /** Cancelled during an attempt: it is deleted if that attempt shows that it has not arrived. */
  readonly isCancelled?: true | undefined
  readonly createdAtMs: number
  readonly nextTryAtMs: number
  /** The server asked us to wait until then; nothing may send it earlier. */
  readonly notBeforeMs: number
  /** Entries of one series are sent in order. */
  readonly series?: string | undefined
  /** The id of the entry before it in its series; it waits while that one is owed. */
  readonly dependsOn?: string | undefined
  readonly settledAtMs?: number | undefined
  /** For an entry that is done, while the server could still lose it. */
  readonly place?: LogPlace | undefined
  /**
   * The server has continued on a history without that place: the entry is sent again, unless it is
   * already recorded.
   */
  readonly isLost?: true | undefined
}

/** The user's input and the server's response. */
export interface EntryWords {
  /** The user's input, for the lists. */
  readonly params: unknown
  readonly body: unknown
  /** The response; devices have stored it under this name. */
  readonly answer?: unknown
}

/** As stored on disk. */
export interface StoredEntry extends EntryState {
  readonly words: Sealed
  /** Including its files. Absent once the entry is settled and has no place. */
  readonly sealedRequest?: Sealed | undefined
}

export interface OutboxEntry extends EntryState, EntryWords {}

/** The user saw that it is done, but the server may have lost it since. */
export function isLost(entry: Pick<OutboxEntry, 'state' | 'isLost'>): boolean {
  return entry.state === 'done' && entry.isLost === true
}

/** It must be sent, for the first time or again. */
export function isOwed(entry: Pick<OutboxEntry, 'state' | 'isLost'>): boolean {
  return isUnsent(entry) || isLost(entry)
}

/** The server has neither accepted nor refused it yet. */
export function isUnsent(entry: Pick<OutboxEntry, 'state'>): boolean {
  return entry.state === 'waiting' || entry.state === 'sending' || entry.state === 'unknown'
}
