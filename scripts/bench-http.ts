import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { withBenchServer } from '#scripts/bench/bench-server.ts'
import { median } from '#scripts/bench/measure.ts'
import { makeTraders } from '#scripts/bench/users.ts'
import type { Services } from '#server/services.ts'

const RUNS = 3
const RUN_S = 8
const WARM_UP_S = 3
const CONNECTIONS = 64
const TRADERS = 32
const TARGET_PER_S = 2_500

/**
 * Places spot orders over HTTP as fast as the server takes them, with the load generator beside it:
 * each request authenticates, freezes money, appends its event and returns the order.
 */
export async function benchHttp(): Promise<void> {
  const prepare = (services: Services) => makeTraders(services, TRADERS)
  await withBenchServer(prepare, async ({ port, prepared: tokens }) => {
    console.log(`\nSpot orders over HTTP, ${CONNECTIONS} connections, ${TRADERS} users`)
    await placeOrders(port, tokens, WARM_UP_S)
    const rates: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const { perSecond, p50, p99 } = await placeOrders(port, tokens, RUN_S)
      rates.push(perSecond)
      console.log(`  run ${run + 1}  ${perSecond} orders/s   p50 ${p50} ms   p99 ${p99} ms`)
    }
    const rate = median(rates)
    const verdict = rate >= TARGET_PER_S ? 'met' : 'missed'
    console.log(`  median ${rate} orders/s, target ${TARGET_PER_S}: ${verdict}`)
  })
}

async function placeOrders(port: number, tokens: readonly string[], seconds: number) {
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
