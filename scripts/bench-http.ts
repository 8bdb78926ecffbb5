import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon, { type Request } from 'autocannon'
import type { BenchOptions } from '#scripts/bench/bench-options.ts'
import { withBenchServer } from '#scripts/bench/bench-server.ts'
import { judge } from '#scripts/bench/judge.ts'
import { newId } from '#scripts/bench/log-loads.ts'
import { median } from '#scripts/bench/measure.ts'
import { makeTraders, type Trader } from '#scripts/bench/users.ts'
import { freePort } from '#scripts/free-port.ts'
import type { Services } from '#server/services.ts'

const RUN_S = 4
const WARM_UP_S = 3
const CONNECTIONS = 64
const TRADERS = 32

/**
 * Sends requests over HTTP as fast as the server can handle them, with the load generator on the
 * same machine. Reads: a user's portfolio, which needs the session and the balances. Writes: a spot
 * order, which also freezes money and appends its event.
 *
 * The limit is a bare `node:http` server with the same response. All of them alternate in short
 * runs, so that other load on the machine affects each; the ratio is the median over all rounds.
 */
export async function benchHttp({ rounds }: Pick<BenchOptions, 'rounds'>): Promise<void> {
  const prepare = (services: Services) => makeTraders(services, TRADERS)
  await withBenchServer(prepare, async ({ port, prepared: traders }) => {
    console.log(
      `\nRequests over HTTP, ${CONNECTIONS} connections, ${TRADERS} users, ${rounds} rounds of ${RUN_S} s`,
    )
    const response = await responseOf(port, traders)
    await withBareServer(response, async (barePort) => {
      const loads = {
        bare: () => send(barePort, read(traders), RUN_S),
        reads: () => send(port, read(traders), RUN_S),
        orders: () => send(port, order(traders), RUN_S),
      }
      await send(barePort, read(traders), WARM_UP_S)
      await send(port, read(traders), WARM_UP_S)
      await send(port, order(traders), WARM_UP_S)
      const figures = { bare: [], reads: [], orders: [] } as Record<keyof typeof loads, Figures[]>
      for (let round = 0; round < rounds; round += 1) {
        for (const name of ['bare', 'reads', 'orders'] as const) {
          figures[name].push(await loads[name]())
        }
      }
      for (const [name, all] of Object.entries(figures))
        console.log(`  ${name.padEnd(8)}${line(all)}`)
      const ratios = figures.reads.map(
        ({ perSecond }, round) => perSecond / (figures.bare[round]?.perSecond ?? Number.NaN),
      )
      judge('reads against a bare server', median(ratios), { least: 0.25 })
      judge('orders/s', median(figures.orders.map(({ perSecond }) => perSecond)), { least: 3_500 })
    })
  })
}

/** The response that the bare server repeats. */
async function responseOf(port: number, [trader]: readonly Trader[]): Promise<string> {
  if (!trader) throw new Error('there are no users')
  const response = await fetch(`http://127.0.0.1:${port}/api/portfolio/${trader.userId}`, {
    headers: { authorization: `Bearer ${trader.accessToken}` },
  })
  if (!response.ok) throw new Error(`the portfolio is not read: ${response.status}`)
  return response.text()
}

async function withBareServer(body: string, work: (port: number) => Promise<void>) {
  const port = await freePort()
  const server: ChildProcess = fork(join(import.meta.dirname, 'bench', 'bare-server.ts'))
  try {
    server.send({ port, body })
    await once(server, 'message')
    await work(port)
  } finally {
    const exit = once(server, 'exit')
    server.disconnect()
    await exit
  }
}

function read(traders: readonly Trader[]): Request {
  return eachFor(traders, ({ userId, accessToken }) => ({
    method: 'GET',
    path: `/api/portfolio/${userId}`,
    headers: { authorization: `Bearer ${accessToken}` },
  }))
}

function order(traders: readonly Trader[]): Request {
  const body = JSON.stringify({
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    amount: '0.0001',
    price: '20000',
  })
  return eachFor(traders, ({ accessToken }) => ({
    method: 'POST',
    path: '/api/trades',
    body,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${accessToken}`,
      'idempotency-key': newId(Date.now()),
    },
  }))
}

/** Requests of all users in turn. */
function eachFor(traders: readonly Trader[], requestOf: (trader: Trader) => Request): Request {
  let next = 0
  return {
    setupRequest: (request) => {
      next += 1
      return { ...request, ...requestOf(traders[next % traders.length] as Trader) }
    },
  }
}

interface Figures {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

async function send(port: number, request: Request, seconds: number): Promise<Figures> {
  const url = `http://127.0.0.1:${port}`
  const options = { url, connections: CONNECTIONS, duration: seconds, requests: [request] }
  const result = await autocannon(options)
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${failed} requests failed`)
  const perSecond = Math.round(result['2xx'] / result.duration)
  return { perSecond, p50: result.latency.p50, p99: result.latency.p99 }
}

function line(all: readonly Figures[]): string {
  const middle = (of: keyof Figures) => median(all.map((each) => each[of]))
  const perSecond = middle('perSecond').toLocaleString('en').padStart(7)
  return `${perSecond}/s   p50 ${middle('p50')} ms   p99 ${middle('p99')} ms`
}
