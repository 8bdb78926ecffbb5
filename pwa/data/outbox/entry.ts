import type { ApiFailure } from '../api-error.ts'
import type { PreparedRequest } from '../api-request.ts'

/**
 * waiting: never left this device. sending: on its way. unknown: a try was made and no answer came,
 * so it may have arrived; it is sent again with the same key. refused: the server said no; stays
 * until dismissed. done: the server has it; stays until every tab has seen that.
 */
type OutboxState = 'waiting' | 'sending' | 'unknown' | 'refused' | 'done'

export interface OutboxEntry {
  /** The order of submission. */
  readonly seq: number
  /** Also its Idempotency-Key, on every try. */
  readonly id: string
  readonly userId: string
  /** routeKey of its route. */
  readonly kind: string
  /** What the person entered, for the lists. */
  readonly params: unknown
  readonly body: unknown
  /** Its files as Blobs lie in the request. */
  readonly request: PreparedRequest
  readonly state: OutboxState
  readonly tries: number
  /** Why the last try did not bring the answer. */
  readonly failure?: ApiFailure | undefined
  readonly answer?: unknown
  readonly createdAtMs: number
  readonly nextTryAtMs: number
  /** The server asked us to wait until then, so no event makes it earlier. */
  readonly notBeforeMs: number
  /** The id of an entry that has to be done first. */
  readonly dependsOn?: string | undefined
  readonly settledAtMs?: number | undefined
}

/** Not settled: still on its way to the server. */
export function isUnsent(entry: OutboxEntry): boolean {
  return entry.state === 'waiting' || entry.state === 'sending' || entry.state === 'unknown'
}
