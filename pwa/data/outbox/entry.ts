import type { ApiFailure } from '../api-error.ts'
import type { PreparedRequest } from '../api-request.ts'

/**
 * waiting: has not left this device. sending: an attempt is under way. unknown: an attempt got no
 * response, so it may have arrived; it is sent again with the same key. refused: stays until it is
 * dismissed. done: stays until every tab has seen it.
 */
type OutboxState = 'waiting' | 'sending' | 'unknown' | 'refused' | 'done'

export interface OutboxEntry {
  /** The order of submission. */
  readonly seq: number
  /** Also the Idempotency-Key of every attempt. */
  readonly id: string
  readonly userId: string
  /** routeKey of its route. */
  readonly kind: string
  /** The user's input, for the lists. */
  readonly params: unknown
  readonly body: unknown
  /** Includes the files, as Blobs. */
  readonly request: PreparedRequest
  readonly state: OutboxState
  readonly tries: number
  /** Why the last attempt failed. */
  readonly failure?: ApiFailure | undefined
  readonly answer?: unknown
  readonly createdAtMs: number
  readonly nextTryAtMs: number
  /** The server asked us to wait until then: no event may send it earlier. */
  readonly notBeforeMs: number
  /** The id of an entry that must be done first. */
  readonly dependsOn?: string | undefined
  readonly settledAtMs?: number | undefined
}

/** The server has neither accepted nor refused it yet. */
export function isUnsent(entry: OutboxEntry): boolean {
  return entry.state === 'waiting' || entry.state === 'sending' || entry.state === 'unknown'
}
