import { randomUUID } from 'node:crypto'
import type { Fleet, FleetServer } from './fleet.ts'
import { type HttpResponse, httpCaller } from './http-call.ts'
import { must } from './must.ts'

const RACERS = 20
const call = httpCaller()

interface Racers {
  /** The access token of a customer with 1,000 USDT and nothing else. */
  readonly buyer: string
  /** The access tokens of two members of staff. */
  readonly staff: readonly string[]
}

/** Sends mutually exclusive requests to all servers at once. @returns the orders placed */
export async function raceServers(fleet: Fleet, { buyer, staff }: Racers): Promise<string[]> {
  const price = await limitPrice(fleet)
  const order = (spend: number) => ({
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    amount: (spend / Number(price)).toFixed(8),
    price,
  })
  const key = randomUUID()
  const same = await atAll(fleet, buyer, { path: '/api/trades', body: order(10), key })
  must(
    same.every(({ status }) => status === 200),
    'an order is acknowledged each time that its key is sent',
  )
  must(new Set(same.map(idOf)).size === 1, 'one key places one order')

  const placed = await atAll(fleet, buyer, { path: '/api/trades', body: order(900) })
  const [won, ...more] = placed.filter(({ status }) => status === 200)
  must(won !== undefined && more.length === 0, 'one of the orders that share money is placed')

  const approve = { method: 'PUT', path: `/api/admin/orders/${idOf(won)}/approve` }
  const cancel = { method: 'PUT', path: `/api/trades/${idOf(won)}/cancel` }
  const decisions = await Promise.all([
    ...staff.map((token) => atAll(fleet, token, approve)),
    atAll(fleet, buyer, cancel),
  ])
  const decided = decisions.flat().filter(({ status }) => status === 200)
  must(decided.length === 1, `an order is decided once, and not ${decided.length} times`)
  return [idOf(won), ...same.slice(0, 1).map(idOf)]
}

/** Slightly above the market price, so that staff can approve the order. */
async function limitPrice({ balancer }: Fleet): Promise<string> {
  const { json } = await call(balancer.origin, { method: 'GET', path: '/api/crypto/prices/BTC' })
  must(typeof json.price === 'string', 'BTC has a price')
  return String(Math.ceil(Number(json.price) * 1.02))
}

function idOf({ json }: HttpResponse): string {
  return String(json.id)
}

interface Raced {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  /** A different one for each request by default. */
  readonly key?: string
}

/** Sends the same request many times at once, to the servers in turn. */
function atAll(fleet: Fleet, token: string, request: Raced): Promise<HttpResponse[]> {
  const { method = 'POST', path, body, key } = request
  const send = (_: unknown, index: number) => {
    const server = fleet.servers[index % fleet.servers.length] as FleetServer
    return call(server.origin, {
      method,
      path,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key ?? randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  }
  return Promise.all(Array.from({ length: RACERS }, send))
}
