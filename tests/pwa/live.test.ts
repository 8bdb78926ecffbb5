import { setTimeout as sleep } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryFamiliesOf } from '#pwa/feature.ts'
import { FEATURES } from '#pwa/features/index.ts'
import { readAnalytics } from '#shared/contract/analytics.ts'
import { listOwnDeposits } from '#shared/contract/deposits.ts'
import { listPrices, type Price } from '#shared/contract/prices.ts'
import { listStakes } from '#shared/contract/staking.ts'
import { type Browser, openBrowser } from './support/browser.ts'
import { userOf } from './support/loopback-server.ts'
import { USER } from './support/submissions.ts'

/** The ping interval. With a short one, a busy machine may respond too late. */
const heartbeat = vi.hoisted(() => ({ everyMs: 0 }))
vi.mock('#shared/contract/live.ts', async (original) => ({
  ...(await original<typeof import('#shared/contract/live.ts')>()),
  get HEARTBEAT_MS() {
    return heartbeat.everyMs
  },
  get HEARTBEAT_TIMEOUT_MS() {
    return heartbeat.everyMs
  },
  RECONNECT_BACKOFF_MS: [10, 20, 50, 100],
}))

interface Peer {
  send: (text: string) => void
  close: (code: number) => void
}

let app: FastifyInstance
let browser: Browser
let peers: Peer[]
let tickets: string[]
let respondsToPings: boolean
/** How long the server takes for a ticket. */
let ticketMs: number
let asked: number
/** The number of tickets after which it refuses more once a socket is open. */
let ticketsMax: number
let stop: () => void

beforeEach(async () => {
  peers = []
  tickets = []
  respondsToPings = true
  heartbeat.everyMs = 60_000
  ticketMs = 0
  asked = 0
  ticketsMax = Number.POSITIVE_INFINITY
  app = Fastify()
  await app.register(websocket)
  app.get('/healthz', () => ({ ok: true }))
  app.post('/api/auth/refresh', () => ({
    access_token: 'a'.repeat(32),
    refresh_token: null,
    expires_in: 900,
    expires_at: 0,
    token_type: 'bearer',
    user: userOf(USER),
  }))
  app.post('/api/live/ticket', async (_request, reply) => {
    asked += 1
    if (asked > ticketsMax) {
      await expect.poll(() => peers.length).toBeGreaterThan(0)
      return reply.code(429).send({ code: 'rate.limited', error: 'Too Many', message: 'Wait.' })
    }
    await sleep(ticketMs)
    tickets.push(crypto.randomUUID())
    return { ticket: tickets.at(-1), expiresAt: '2026-01-01T00:00:00.000Z' }
  })
  app.get<{ Querystring: { ticket: string } }>('/ws', { websocket: true }, (socket, request) => {
    if (request.query.ticket !== tickets.at(-1)) return socket.close(4001)
    peers.push(socket)
    socket.on('message', () => {
      if (respondsToPings) socket.send('{"type":"pong"}')
    })
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  browser = openBrowser(url)
  vi.stubGlobal('location', { href: `${url}/futures` })
  vi.resetModules()
})

afterEach(async () => {
  stop()
  await app.close()
  await browser.close()
})

const onDurable = vi.fn()

async function start() {
  const { startLive } = await import('#pwa/data/live.ts')
  const { queryClient, queryKeyOf } = await import('#pwa/data/queries.ts')
  const { useConnectionStore } = await import('#pwa/stores/connection.ts')
  stop = startLive(queryFamiliesOf(FEATURES), onDurable)
  const isOpen = () => useConnectionStore.getState().live === 'open'
  await expect.poll(isOpen).toBe(true)
  return { queryClient, queryKeyOf, isOpen }
}

const price = (symbol: string, value: string, updatedAt = '2026-01-01T00:00:00.000Z'): Price => ({
  id: '1',
  symbol,
  name: symbol,
  price: value,
  change24h: null,
  volume24h: null,
  updatedAt,
  source: 'simulated',
  origin: 'simulated',
})

describe('the live socket', () => {
  it('writes prices into the cached list, at most four times a second', async () => {
    const { queryClient, queryKeyOf } = await start()
    const key = queryKeyOf(listPrices, {})
    queryClient.setQueryData(key, [price('BTC', '1'), price('ETH', '2')])
    let writes = 0
    const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated') writes += 1
    })
    for (let value = 10; value < 30; value += 1) {
      const data = { BTC: price('BTC', String(value)) }
      peers[0]?.send(JSON.stringify({ type: 'price_update', data }))
    }
    await expect
      .poll(() => queryClient.getQueryData<Price[]>(key)?.map((row) => row.price))
      .toEqual(['29', '2'])
    unsubscribe()
    expect(writes).toBeLessThanOrEqual(2)
  })

  it('keeps a pushed price that is newer than a slow response', async () => {
    const { queryClient, queryKeyOf } = await start()
    const key = queryKeyOf(listPrices, {})
    const known = () => queryClient.getQueryData<Price[]>(key)?.map((row) => row.price)
    queryClient.setQueryData(key, [price('BTC', '1'), price('ETH', '2')])
    const response = Promise.withResolvers<Price[]>()
    const fetched = queryClient.fetchQuery({
      queryKey: key,
      queryFn: () => response.promise,
      staleTime: 0,
    })
    const data = { BTC: price('BTC', '12', '2026-01-01T00:00:02.000Z') }
    peers[0]?.send(JSON.stringify({ type: 'price_update', data }))
    await expect.poll(known).toEqual(['12', '2'])
    const readAt = '2026-01-01T00:00:01.000Z'
    response.resolve([price('BTC', '11', readAt), price('ETH', '21', readAt)])
    await fetched
    expect(known()).toEqual(['12', '21'])
  })

  it('refetches only the lists that a data_sync names', async () => {
    const { queryClient, queryKeyOf } = await start()
    const deposits = queryKeyOf(listOwnDeposits, {})
    const prices = queryKeyOf(listPrices, {})
    queryClient.setQueryData(deposits, [])
    queryClient.setQueryData(prices, [])
    const data = { action: 'deposit', userId: USER, entityId: 'x', timestamp: 't' }
    peers[0]?.send(JSON.stringify({ type: 'data_sync', data }))
    await expect.poll(() => queryClient.getQueryState(deposits)?.isInvalidated).toBe(true)
    expect(queryClient.getQueryState(prices)?.isInvalidated).toBe(false)
  })

  it('reports how far the log is durable', async () => {
    await start()
    peers[0]?.send(JSON.stringify({ type: 'log_durable', epoch: 3, position: 17 }))
    await expect
      .poll(() => onDurable.mock.calls)
      .toEqual([[{ type: 'log_durable', epoch: 3, position: 17 }]])
  })

  it('reconnects with a new ticket when the server closes it, and refetches missed data', async () => {
    const { queryClient, queryKeyOf } = await start()
    const deposits = queryKeyOf(listOwnDeposits, {})
    queryClient.setQueryData(deposits, [])
    peers[0]?.close(1012)
    await expect.poll(() => peers.length).toBe(2)
    expect(new Set(tickets).size).toBe(2)
    await expect.poll(() => queryClient.getQueryState(deposits)?.isInvalidated).toBe(true)
  })

  it('refetches what was loaded long before it first opened', async () => {
    ticketMs = 2_100
    const { queryClient, queryKeyOf } = await import('#pwa/data/queries.ts')
    const deposits = queryKeyOf(listOwnDeposits, {})
    queryClient.setQueryData(deposits, [])
    await start()
    await expect.poll(() => queryClient.getQueryState(deposits)?.isInvalidated).toBe(true)
    expect(tickets).toHaveLength(1)
  })

  it('refetches what is not polled after a quick first opening', async () => {
    const { queryClient, queryKeyOf } = await start()
    const { QueryObserver } = await import('@tanstack/react-query')
    const fetched: string[] = []
    const show = (route: Parameters<typeof queryKeyOf>[0], refetchInterval: number | false) =>
      new QueryObserver(queryClient, {
        queryKey: queryKeyOf(route, {}),
        queryFn: () => fetched.push(route.path),
        initialData: 0,
        refetchInterval,
      }).subscribe(() => undefined)
    const stops = [
      show(listStakes, false),
      show(listOwnDeposits, 60_000),
      show(listPrices, false),
      show(readAnalytics, false),
    ]
    await expect.poll(() => fetched).toEqual([listStakes.path])
    await sleep(100)
    expect(fetched).toEqual([listStakes.path])
    for (const stop of stops) stop()
  })

  it('counts as open even if a second attempt to open it fails', async () => {
    const { reportContact } = await import('#pwa/data/reachability.ts')
    // The first attempt discovers that the network is back, which starts another.
    reportContact(false)
    ticketsMax = 1
    const { isOpen } = await start()
    await expect.poll(() => asked).toBe(2)
    await sleep(150)
    expect(isOpen()).toBe(true)
    expect(asked, 'nothing is tried again').toBe(2)
  })

  it('replaces a connection that goes silent', async () => {
    heartbeat.everyMs = 40
    respondsToPings = false
    await start()
    await expect.poll(() => peers.length).toBeGreaterThan(1)
  })

  it('stays closed once stopped', async () => {
    const { isOpen } = await start()
    stop()
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(isOpen()).toBe(false)
    expect(peers).toHaveLength(1)
  })
})
