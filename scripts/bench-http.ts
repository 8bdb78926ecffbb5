import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { makeTraders } from '#scripts/bench/traders.ts'
import { loadConfig } from '#server/platform/config.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openServices } from '#server/services.ts'

const RUNS = 3
const RUN_S = 8
const CONNECTIONS = 64
const TRADERS = 32
const TARGET_PER_S = 2_500

/**
 * Places spot orders over HTTP as fast as the server takes them, with the load generator beside it:
 * each request signs in by its token, freezes money, appends its event and answers the order.
 */
export async function benchHttp(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-http-'))
  const database = await startEmbeddedPostgres(join(folder, 'postgres'))
  try {
    await migrate(database.url)
    const env = {
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      PORT: String(await freePort()),
    }
    const tokens = await tradersOf(env, database.url)
    await measure(env, tokens)
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function tradersOf(env: Record<string, string>, databaseUrl: string): Promise<string[]> {
  const services = await openServices(loadConfig(env), databaseUrl)
  try {
    return await makeTraders(services, TRADERS)
  } finally {
    await services.close()
  }
}

async function measure(env: Record<string, string>, tokens: readonly string[]): Promise<void> {
  const server = fork(join(import.meta.dirname, 'bench', 'order-server.ts'), { env })
  try {
    await once(server, 'message')
    console.log(`\nSpot orders over HTTP, ${CONNECTIONS} connections, ${TRADERS} users`)
    await placeOrders(env.PORT ?? '', tokens, 3)
    const rates: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const { perSecond, p50, p99 } = await placeOrders(env.PORT ?? '', tokens, RUN_S)
      rates.push(perSecond)
      console.log(`  run ${run + 1}  ${perSecond} orders/s   p50 ${p50} ms   p99 ${p99} ms`)
    }
    const median = rates.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
    const verdict = median >= TARGET_PER_S ? 'met' : 'missed'
    console.log(`  median ${median} orders/s, target ${TARGET_PER_S}: ${verdict}`)
  } finally {
    server.disconnect()
    await once(server, 'exit')
  }
}

async function placeOrders(port: string, tokens: readonly string[], seconds: number) {
  let next = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/api/trades',
        body: JSON.stringify({
          symbol: 'BTC/USDT',
          side: 'buy',
          type: 'limit',
          amount: '0.0001',
          price: '20000',
        }),
        setupRequest: (request) => {
          next += 1
          const headers = {
            'content-type': 'application/json',
            authorization: `Bearer ${tokens[next % tokens.length]}`,
            'idempotency-key': randomUUID(),
          }
          return { ...request, headers }
        },
      },
    ],
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${failed} orders were not placed`)
  return {
    perSecond: Math.round(result['2xx'] / result.duration),
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

if (import.meta.main) await benchHttp()
