import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { isUnavailable } from '#server/events/connection.ts'

/** "The server cannot accept connections now": the queue retries this, for hours if necessary. */
const CANNOT_CONNECT_NOW = '57P03'

const RECONNECT_PAUSE_MS = 1_000

/**
 * The pool used by graphile-worker. The queue reports the end of a job without awaiting it, and
 * retries only after certain error codes; any other error would be an unhandled rejection, which
 * ends the process. So a lost connection gets an error code that the queue retries.
 *
 * Its pauses grow to minutes, so this pool waits until it can connect: jobs resume at once when the
 * database is back, however long it was away.
 */
export function queuePool(pool: Pool): Pool {
  return new Proxy(pool, {
    get(_, name) {
      if (name === 'connect') return connect
      const value = Reflect.get(pool, name)
      return typeof value === 'function' ? value.bind(pool) : value
    },
  })

  /** With a callback it returns nothing, like the original pool. */
  function connect(callback?: Parameters<Pool['connect']>[0]) {
    return callback ? pool.connect(callback) : connectPatiently(pool)
  }
}

async function connectPatiently(pool: Pool): Promise<PoolClient> {
  for (;;) {
    try {
      return queueClient(await pool.connect())
    } catch (error) {
      if (!isUnavailable(error)) giveCode(error as Error)
      await sleep(RECONNECT_PAUSE_MS)
    }
  }
}

function queueClient(client: PoolClient): PoolClient {
  const query = (...given: unknown[]) =>
    (Reflect.apply(client.query, client, given) as Promise<unknown>).catch(giveCode)
  return new Proxy(client, {
    get(_, name) {
      if (name === 'query') return query
      const value = Reflect.get(client, name)
      return typeof value === 'function' ? value.bind(client) : value
    },
  })
}

/** Classes 08, 53 and 57: connection, resources, operator intervention. */
function giveCode(error: Error): never {
  const isResponse = error instanceof DatabaseError && !/^(08|53|57)/.test(error.code ?? '')
  throw isResponse ? error : Object.assign(error, { code: CANNOT_CONNECT_NOW })
}
