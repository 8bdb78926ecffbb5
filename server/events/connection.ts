import { type ClientConfig, DatabaseError } from 'pg'

/** How long each step on a connection may take. Milliseconds. */
export interface ConnectionBounds {
  /** To connect, or to wait for a free connection of a pool. */
  readonly connectMs: number
  readonly queryMs: number
}

/** For what a user waits for: the answer is due within ten seconds, however many steps it takes. */
export const REQUEST_BOUNDS: ConnectionBounds = { connectMs: 4_000, queryMs: 5_000 }

/** For followers, jobs and prices, which go on where they stopped. */
export const BACKGROUND_BOUNDS: ConnectionBounds = { connectMs: 10_000, queryMs: 20_000 }

/** PostgreSQL cancels a slow query this much earlier, so that the connection survives it. */
const CANCEL_EARLIER_MS = 500

/** How soon either side notices that the other has vanished without closing the connection. */
const PROBE_AFTER_S = 5
const PROBES_MAX = 3

// Read by PostgreSQL when the session begins. Without them the session of a client that vanished
// would keep its locks for two hours.
const SESSION_OPTIONS = [
  `tcp_keepalives_idle=${PROBE_AFTER_S}`,
  `tcp_keepalives_interval=${PROBE_AFTER_S}`,
  `tcp_keepalives_count=${PROBES_MAX}`,
  `tcp_user_timeout=${PROBE_AFTER_S * PROBES_MAX * 1_000}`,
]

/** A connection on which no step can wait for ever, even if packets are dropped unnoticed. */
export function connectionConfig(
  connectionString: string,
  { connectMs, queryMs }: ConnectionBounds,
): ClientConfig {
  const serverMs = queryMs - CANCEL_EARLIER_MS
  return {
    connectionString,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBE_AFTER_S * 1_000,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    statement_timeout: serverMs,
    lock_timeout: serverMs,
    idle_in_transaction_session_timeout: queryMs,
    options: SESSION_OPTIONS.map((option) => `-c ${option}`).join(' '),
  }
}

/** Classes 08, 53 and 57: the connection, the resources, the operator. 25006: a standby now. */
const UNAVAILABLE_CODES = /^(?:08|53|57|25006)/
/** The driver gives these no code. */
const UNAVAILABLE_MESSAGES =
  /^(?:Query read timeout|timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error)/
const UNAVAILABLE_SYSTEM_CODES = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** Whether the database could not do its work now: the same query may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return UNAVAILABLE_CODES.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return UNAVAILABLE_SYSTEM_CODES.has(code ?? '') || UNAVAILABLE_MESSAGES.test(error.message)
}

/** Whether the query may still be running: its connection cannot be used again. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}
