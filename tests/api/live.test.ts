import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, QueryConfig } from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { grantRole } from '#server/identity/confirmed-users.ts'
import { openServices } from '#server/open-services.ts'
import { SOCKETS_MAX } from '#server/platform/live/serve-live.ts'
import { logOut } from '#shared/contract/auth.ts'
import { issueLiveTicket, LIVE_PATH, type LiveMessage } from '#shared/contract/live.ts'
import { toggleUserStatus } from '#shared/contract/users.ts'
import { eventually } from '#tests/support/wait.ts'
import { openTestApp } from './support/app.ts'
import { openLive } from './support/live-client.ts'
import { newAdmin, newUser, type Person } from './support/traders.ts'

const on = await openTestApp()
let person: Person
let admin: Person
/** The messages about their sign-ups were sent before any socket is open. */
let subject: Person
let other: Person

beforeAll(async () => {
  await on.app.listen({ host: '127.0.0.1', port: 0 })
  person = await newUser(on)
  admin = await newAdmin(on)
  subject = await newUser(on)
  other = await newUser(on)
})

const EVERYTHING = { action: 'user' } as const

/** Tries an upgrade. @returns its status: 101 if the socket opens */
function knock(query: string, headers: Record<string, string> = {}): Promise<number> {
  const { port } = on.app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const asked = request({
      port,
      host: '127.0.0.1',
      path: `${LIVE_PATH}${query}`,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.alloc(16).toString('base64'),
        ...headers,
      },
    })
    asked.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode ?? 0)
    })
    asked.on('response', (response) => {
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    asked.on('error', reject)
    asked.end()
  })
}

async function ticketOf({ client }: Person): Promise<string> {
  return `?ticket=${(await client.call(issueLiveTicket)).ticket}`
}

/** Delays, as a busy database would, the position at which a process begins to follow the log. */
function answerHeadLate(pool: Pool): void {
  const query = pool.query.bind(pool)
  vi.spyOn(pool, 'query').mockImplementation((async (asked: QueryConfig | string, values: []) => {
    const text = typeof asked === 'string' ? asked : asked.text
    if (text.includes('max(position)')) await sleep(1_000)
    return query(asked, values)
  }) as never)
}

function syncs(messages: readonly LiveMessage[]) {
  return messages.flatMap((message) => (message.type === 'data_sync' ? message.data : []))
}

describe('the live channel', () => {
  it('gives tickets only to signed-in users', async () => {
    expect((await on.visitor.send(issueLiveTicket)).status).toBe(401)
    const { ticket, expiresAt } = await person.client.call(issueLiveTicket)
    expect(ticket).toMatch(/^[\w-]{43}$/)
    expect(Date.parse(expiresAt) - on.clock.now()).toBeLessThanOrEqual(30_000)
  })

  it('opens once per ticket', async () => {
    const ticket = await ticketOf(person)
    expect(await knock(ticket)).toBe(101)
    expect(await knock(ticket)).toBe(401)
  })

  it.each(['', '?ticket=', '?ticket=nonsense', '?ticket=a&ticket=b'])(
    'stays closed for the ticket in %j',
    async (query) => {
      expect(await knock(query)).toBe(401)
    },
  )

  it('stays closed for a ticket older than 30 seconds', async () => {
    const ticket = await ticketOf(person)
    on.clock.advance(31_000)
    expect(await knock(ticket)).toBe(401)
  })

  it('stays closed for the ticket of an ended session', async () => {
    const other = await newUser(on)
    const ticket = await ticketOf(other)
    await other.client.call(logOut, { body: {} })
    expect(await knock(ticket)).toBe(401)
  })

  it('opens for our own pages and other clients, but not for other sites', async () => {
    const { port } = on.app.server.address() as AddressInfo
    const own = { origin: `http://127.0.0.1:${port}` }
    expect(await knock(await ticketOf(person), own)).toBe(101)
    expect(await knock(await ticketOf(person), { origin: 'https://evil.example' })).toBe(403)
    expect(await knock(await ticketOf(person), { origin: 'null' })).toBe(403)
  })
})

describe('prices', () => {
  it('arrive in full first, then as they change', async () => {
    const live = await openLive(on, person.client)
    const [greeting] = live.messages
    if (greeting?.type !== 'price_update')
      throw new Error('the first message is not a price update')
    expect(Object.keys(greeting.data)).toHaveLength(24)
    expect(greeting.data.BTC).toMatchObject({ symbol: 'BTC', price: '60000' })
    on.market.set('BTC', '60100')
    await eventually(() => {
      const last = live.messages.findLast(({ type }) => type === 'price_update')
      if (last?.type !== 'price_update') throw new Error('no price update')
      expect(last.data.BTC?.price).toBe('60100')
      expect(last.data.SOL).toBeUndefined()
    })
  })

  it('arrive at most four times a second', async () => {
    const live = await openLive(on, person.client)
    const before = live.messages.length
    const started = performance.now()
    for (let price = 60_200; price < 60_260; price++) {
      on.market.set('BTC', String(price))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const seconds = (performance.now() - started) / 1_000
    expect(live.messages.length - before).toBeLessThanOrEqual(4 * seconds + 2)
  })
})

describe('a notice of a change', () => {
  it('is sent only to its user and to staff', async () => {
    const [own, staff, stranger] = await Promise.all([
      openLive(on, subject.client),
      openLive(on, admin.client),
      openLive(on, person.client),
    ])
    const body = { userId: subject.userId, isActive: false }
    await admin.client.call(toggleUserStatus, { body })
    const expected = { ...EVERYTHING, userId: subject.userId, entityId: subject.userId }
    await eventually(() => expect(syncs(own.messages)).toMatchObject([expected]))
    await eventually(() => expect(syncs(staff.messages)).toMatchObject([expected]))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(syncs(stranger.messages)).toEqual([])
  })

  it('reaches the sockets of every process, however slowly it starts', async () => {
    const second = await openServices(on.services.config, on.database.url, { clock: on.clock })
    answerHeadLate(second.pool)
    const app = await buildApp(second)
    try {
      await app.listen({ host: '127.0.0.1', port: 0 })
      const live = await openLive({ ...on, app }, other.client)
      const body = { userId: other.userId, isActive: false }
      await admin.client.call(toggleUserStatus, { body })
      await eventually(() => expect(syncs(live.messages)).toMatchObject([EVERYTHING]))
      await app.close()
      expect(await live.closed()).toBe(1012)
    } finally {
      await app.close()
      await second.close()
    }
  })
})

describe('a socket', () => {
  it('is limited in number per user', async () => {
    const greedy = await newUser(on)
    const open = Array.from({ length: SOCKETS_MAX }, () => openLive(on, greedy.client))
    const [first] = await Promise.all(open)
    expect(await knock(await ticketOf(greedy))).toBe(429)
    expect(await knock(await ticketOf(person))).toBe(101)
    first?.close()
    await eventually(async () => expect(await knock(await ticketOf(greedy))).toBe(101))
  })

  it('is closed when its user stops being staff', async () => {
    const dismissed = await newAdmin(on)
    const live = await openLive(on, dismissed.client)
    const role = { role: 'user', reason: 'test' } as const
    await grantRole(on.services.identity, dismissed.userId, role)
    expect(await live.closed()).toBe(4001)
  })

  it('reports how far the log is durable, replies to ping with pong and ignores other messages', async () => {
    const live = await openLive(on, person.client)
    for (const text of ['{"type":"ping"', '[]', 'null', '{"type":"subscribe"}']) live.send(text)
    live.send('{"type":"ping"}')
    await eventually(() => expect(live.messages).toContainEqual({ type: 'pong' }))
    // Prices may arrive before or after the response.
    const responses = live.messages.filter(({ type }) => type !== 'price_update')
    const durable = { type: 'log_durable', epoch: expect.any(Number), position: expect.any(Number) }
    expect(responses).toEqual([durable, { type: 'pong' }])
  })

  it('is closed after too many or too large messages', async () => {
    const chatty = await openLive(on, person.client)
    for (let said = 0; said < 61; said++) chatty.send('{"type":"ping"}')
    expect(await chatty.closed()).toBe(1008)
    const loud = await openLive(on, person.client)
    loud.send('x'.repeat(2_000))
    expect([1006, 1009]).toContain(await loud.closed())
  })
})
