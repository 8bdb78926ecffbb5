import { DatabaseError, type Pool, type PoolClient } from 'pg'

/** "The server cannot accept connections now": the queue tries again, for hours if it must. */
const CANNOT_CONNECT_NOW = '57P03'

/**
 * The pool as graphile-worker uses it. The queue reports the end of a job without waiting for it, and
 * tries again only after a few codes: any other error would be an unhandled rejection, which ends
 * the process. So a lost connection gets a code after which the queue tries again.
 */
export function queuePool(pool: Pool): Pool {
  return new Proxy(pool, {
    get(_, name) {
      if (name === 'connect') return connect
      const value = Reflect.get(pool, name)
      return typeof value === 'function' ? value.bind(pool) : value
    },
  })

  /** With a callback it returns nothing, as that of the pool. */
  function connect(callback?: Parameters<Pool['connect']>[0]) {
    return callback ? pool.connect(callback) : pool.connect().then(queueClient, giveCode)
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

/** Classes 08, 53 and 57: the connection, the resources, the operator. */
function giveCode(error: Error): never {
  const isAnswer = error instanceof DatabaseError && !/^(08|53|57)/.test(error.code ?? '')
  throw isAnswer ? error : Object.assign(error, { code: CANNOT_CONNECT_NOW })
}
