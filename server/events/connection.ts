import { Client, type ClientConfig, DatabaseError } from 'pg'

/** How long each step on a connection may take. Milliseconds. */
export interface ConnectionBounds {
  /** To connect, or to wait for a free connection of a pool. */
  readonly connectMs: number
  /** Absent: a query takes as long as the database needs. */
  readonly queryMs?: number
  /** To wait for a lock; if absent, as long as the query may take. */
  readonly lockMs?: number
}

/** For requests of users: the response is due within ten seconds, however many steps it takes. */
export const REQUEST_BOUNDS: ConnectionBounds = { connectMs: 4_000, queryMs: 5_000 }

/** For followers, jobs and prices, which resume where they stopped. */
export const BACKGROUND_BOUNDS: ConnectionBounds = { connectMs: 10_000, queryMs: 20_000 }

/** For ledger checks in a server: they read everything, and their job is retried. */
export const CHECK_BOUNDS: ConnectionBounds = { connectMs: 10_000, queryMs: 600_000 }

/**
 * For migrations and operators' commands, which take longer the larger the log is. A host that
 * vanishes is detected by keepalive probes, or when TCP gives up on unacknowledged data.
 */
export const OPERATOR_BOUNDS: ConnectionBounds = { connectMs: 10_000 }

/** PostgreSQL cancels a slow query this much earlier, so that the connection can still be used. */
const CANCEL_EARLIER_MS = 500

/** How soon either side detects that the other has vanished without closing the connection. */
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
  { connectMs, queryMs, lockMs }: ConnectionBounds,
): ClientConfig {
  return {
    connectionString,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBE_AFTER_S * 1_000,
    connectionTimeoutMillis: connectMs,
    options: SESSION_OPTIONS.map((option) => `-c ${option}`).join(' '),
    ...(queryMs !== undefined && queryBounds(queryMs)),
    ...(lockMs !== undefined && { lock_timeout: lockMs }),
  }
}

function queryBounds(queryMs: number): ClientConfig {
  const serverMs = queryMs - CANCEL_EARLIER_MS
  return {
    query_timeout: queryMs,
    statement_timeout: serverMs,
    lock_timeout: serverMs,
    idle_in_transaction_session_timeout: queryMs,
  }
}

/** PostgreSQL reports these when a session begins and whenever they change. */
const READ_ONLY_SIGNS = new Set(['in_hot_standby', 'default_transaction_read_only'])

/**
 * A connection that knows whether its server is read-only, as a demoted primary is. Reads from such
 * a server may lag behind what the new primary has acknowledged.
 */
export class WatchfulClient extends Client {
  readonly #signs = new Set<string>()

  constructor(config?: ClientConfig) {
    super(config)
    this.connection.on('parameterStatus', (status: ParameterStatus) => this.#note(status))
  }

  get isReadOnly(): boolean {
    return this.#signs.size > 0
  }

  /** Ends the connection at once, and with it the query that may be running. */
  cut(): void {
    this.connection.stream.destroy()
  }

  #note({ parameterName, parameterValue }: ParameterStatus): void {
    if (!READ_ONLY_SIGNS.has(parameterName)) return
    if (parameterValue === 'on') this.#signs.add(parameterName)
    else this.#signs.delete(parameterName)
  }
}

interface ParameterStatus {
  readonly parameterName: string
  readonly parameterValue: string
}

/** The address points to a read-only server: after a failover, the former primary. */
export class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer'

  constructor() {
    super('the database only reads')
  }
}

/** The address points to a former primary; other servers already use the new one. */
export class EndedHistory extends Error {
  override readonly name = 'EndedHistory'

  constructor() {
    super('the database is on a history of the log that has ended')
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

/** Whether the failure is temporary: the same query may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ReadOnlyServer || error instanceof EndedHistory) return true
  if (error instanceof DatabaseError) return UNAVAILABLE_CODES.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return UNAVAILABLE_SYSTEM_CODES.has(code ?? '') || UNAVAILABLE_MESSAGES.test(error.message)
}

/** Whether the query may still be running: its connection cannot be used again. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}
