import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIVE_PATH, type LiveMessage } from '#shared/contract/live.ts'
import type { Fleet, FleetServer } from './fleet.ts'
import { httpCaller } from './http-call.ts'
import { must } from './must.ts'

const HEARD_MS_MAX = 10_000
const LOOK_MS = 2
const call = httpCaller()

/**
 * Checks that a screen connected to each of the other servers receives an order placed at a server.
 *
 * @returns the orders, and how long the slowest message took
 */
export async function hearEachOther(
  { servers }: Fleet,
  token: string,
): Promise<{ readonly orders: readonly string[]; readonly slowestMs: number }> {
  const screens = await Promise.all(servers.map((server) => Screen.open(server, token)))
  const orders: string[] = []
  let slowestMs = 0
  for (const server of servers) {
    const sentMs = performance.now()
    const { json, status } = await call(server.origin, {
      method: 'POST',
      path: '/api/trades',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ symbol: 'BTC/USDT', side: 'buy', amount: '0.0001', price: '20000' }),
    })
    must(status === 200, `server ${server.name} takes an order`)
    const id = String(json.id)
    orders.push(id)
    for (const screen of screens) {
      slowestMs = Math.max(slowestMs, (await screen.heardMs(id)) - sentMs)
    }
  }
  for (const screen of screens) screen.close()
  return { orders, slowestMs }
}

/** The messages about orders that an open screen receives. */
class Screen {
  readonly #socket: WebSocket
  readonly #heardMs = new Map<string, number>()

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as LiveMessage
      if (message.type === 'data_sync') {
        this.#heardMs.set(message.data.entityId, performance.now())
      }
    }
  }

  static async open({ origin }: FleetServer, token: string): Promise<Screen> {
    const headers = { authorization: `Bearer ${token}` }
    const { json } = await call(origin, { method: 'POST', path: '/api/live/ticket', headers })
    const socket = new WebSocket(`${origin}${LIVE_PATH}?ticket=${json.ticket}`)
    await new Promise((open, failed) => {
      socket.onopen = open
      socket.onerror = failed
    })
    return new Screen(socket)
  }

  async heardMs(id: string): Promise<number> {
    const startedMs = performance.now()
    for (;;) {
      const heard = this.#heardMs.get(id)
      if (heard !== undefined) return heard
      must(performance.now() - startedMs < HEARD_MS_MAX, 'each server tells what the others append')
      await sleep(LOOK_MS)
    }
  }

  close(): void {
    this.#socket.close()
  }
}

/** Reads the screenshots of a customer's deposits at each server. @returns how many there are */
export async function readEachOthersFiles({ servers }: Fleet, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const [first] = servers as [FleetServer]
  const list = await call(first.origin, { method: 'GET', path: '/api/deposit-requests', headers })
  const deposits = JSON.parse(list.bytes.toString('utf8')) as { readonly screenshot_url: string }[]
  for (const { screenshot_url } of deposits) {
    const { pathname, search } = new URL(screenshot_url, first.origin)
    const read = servers.map(({ origin }) =>
      call(origin, { method: 'GET', path: pathname + search }),
    )
    const [one, ...others] = await Promise.all(read)
    must(one?.status === 200 && one.bytes.length > 0, 'an uploaded file is read')
    must(
      others.every(({ bytes }) => bytes.equals(one.bytes)),
      'every server reads the same file',
    )
  }
  return deposits.length
}
