import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import { auditLines } from '#server/projections/audit-lines.ts'
import { rebuild } from '#server/projections/rebuild.ts'
import { canonicalJson } from '#shared/canonical-json.ts'
import { deleteAccount } from '#shared/contract/account.ts'
import {
  type AuditLine,
  exportAudit,
  listAudit,
  readAuditedEvent,
  readAuditFilters,
} from '#shared/contract/audit.ts'
import { approveOrder, placeTrade, rejectOrder } from '#shared/contract/spot-orders.ts'
import { startConversation } from '#shared/contract/support.ts'
import { hashedText } from '#shared/event-text.ts'
import { waitForPosition } from '#tests/support/wait-for-position.ts'
import { openTestApp } from './support/app.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp()
const { services } = testApp
const { pool } = testApp.database

let admin: Person
let colleague: Person
let user: Person
let orderId: string

const order = {
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  amount: '0.001',
  price: '50000',
} as const

/** Two orders of one user, decided by two members of staff. */
beforeAll(async () => {
  await bitcoinBecomes(testApp, order.price)
  ;[admin, colleague, user] = await Promise.all([
    newAdmin(testApp),
    newAdmin(testApp),
    newUser(testApp),
  ])
  await fund(testApp, user, 'USDT', '1000')
  const first = await user.client.call(placeTrade, { body: order })
  const second = await user.client.call(placeTrade, { body: order })
  orderId = first.id
  await admin.client.call(approveOrder, { params: { id: first.id } })
  await colleague.client.call(rejectOrder, {
    params: { id: second.id },
    body: { reason: '=cmd|"/c calc"' },
  })
  await folded()
})

async function folded(): Promise<void> {
  await waitForPosition(pool, { follower: 'audit-lines', position: await services.log.head() })
}

type Query = Readonly<Record<string, string | number>>
const list = (query: Query = {}) => admin.client.call(listAudit, { query })
const titles = (lines: readonly AuditLine[]) => lines.map(({ title }) => title)

/** Only orders, because the adjustments made by the tests are acts of staff too. */
const ofOrders = { area: 'orders' }

describe('the audit of the log', () => {
  test('shows what staff did, to whom, newest first', async () => {
    const { lines, next } = await list(ofOrders)
    expect(next).toBeNull()
    expect(titles(lines)).toEqual(['Spot order rejected', 'Spot order executed'])
    expect(lines[0]).toMatchObject({
      area: 'Spot orders',
      money: { amount: '50', symbol: 'USDT' },
      reason: '=cmd|"/c calc"',
      actor: { kind: 'staff', person: { user_id: colleague.userId, email: colleague.email } },
      subject: { user_id: user.userId, name: user.fullName },
    })
    expect(lines[1]).toMatchObject({ reason: null, stream: `spot-order-${orderId}` })
  })

  test('shows all acts on request', async () => {
    const { lines } = await list({ ...ofOrders, acts: 'all' })
    expect(titles(lines)).toEqual([
      'Spot order rejected',
      'Spot order executed',
      'Spot order placed',
      'Spot order placed',
    ])
    expect(lines[3]?.actor).toMatchObject({ kind: 'user', person: { user_id: user.userId } })
  })

  test('is filtered by actor, user and type', async () => {
    expect(titles((await list({ ...ofOrders, actor: admin.userId })).lines)).toEqual([
      'Spot order executed',
    ])
    const placed = { acts: 'all', type: 'SpotOrderPlaced' }
    for (const name of [user.email, user.userId, user.email.toUpperCase()]) {
      expect((await list({ ...placed, user: name })).lines).toHaveLength(2)
    }
    const [line] = (await list({ ...placed, user: user.email })).lines
    const displayId = line?.subject?.display_id ?? ''
    expect((await list({ ...placed, user: displayId })).lines).toHaveLength(2)
    expect((await list({ ...placed, actor: admin.userId })).lines).toEqual([])
    expect((await list({ ...placed, user: colleague.email })).lines).toEqual([])
    expect((await list({ ...placed, area: 'loans' })).lines).toEqual([])
  })

  test('finds nothing in an unknown area, and says that a user is unknown', async () => {
    expect(await list({ area: 'gardening' })).toEqual({ lines: [], next: null })
    const unknown = { lines: [], next: null, is_user_unknown: true }
    for (const name of ['unknown@example.com', 'ZZZZZZZZ', crypto.randomUUID()]) {
      expect(await list({ user: name }), name).toEqual(unknown)
    }
    const never = await newUser(testApp)
    expect(await list({ user: never.email })).toEqual({ lines: [], next: null })
  })

  test('is filtered by period', async () => {
    const { lines } = await list({ ...ofOrders, acts: 'all' })
    const [newest, , , oldest] = lines
    const after = new Date(Date.parse(oldest?.at ?? '') + 1).toISOString()
    const to = newest?.at ?? ''
    const between = (await list({ ...ofOrders, acts: 'all', from: after, to })).lines
    expect(between).not.toEqual([])
    expect(between).toEqual(lines.filter(({ at }) => at >= after && at < to))
    expect((await list({ ...ofOrders, from: '2100-01-01T00:00:00Z' })).lines).toEqual([])
    expect((await list({ ...ofOrders, to: '2001-01-01T00:00:00Z' })).lines).toEqual([])
  })

  test('is paged, with each act once', async () => {
    const seen: string[] = []
    let before: string | null = null
    do {
      const query: Query = { acts: 'all', limit: 3, ...(before === null ? {} : { before }) }
      const page = await list(query)
      seen.push(...page.lines.map(({ position }) => position))
      before = page.next
    } while (before !== null)
    const head = Number(await services.log.head())
    expect(seen).toEqual(Array.from({ length: head }, (_, index) => String(head - index)))
  })

  test('is the same after a rebuild from the log', async () => {
    const before = await list({ acts: 'all', limit: 200 })
    await rebuild(pool, auditLines, () => {})
    expect(await list({ acts: 'all', limit: 200 })).toEqual(before)
  })

  test('offers filters for every member of staff who acted and every event type', async () => {
    const { staff, areas } = await admin.client.call(readAuditFilters)
    const ids = staff.map(({ user_id }) => user_id)
    expect(ids).toEqual(expect.arrayContaining([admin.userId, colleague.userId]))
    expect(ids).not.toContain(user.userId)
    const types = areas.flatMap((area) => area.types.map(({ type }) => type))
    expect(types.sort()).toEqual([...FEATURES.catalog.keys()].sort())
  })
})

describe('an event', () => {
  test('opens with actor, user, transfers, history and proof', async () => {
    const [line] = (await list({ type: 'SpotOrderExecuted' })).lines
    const params = { position: line?.position ?? '' }
    const event = await admin.client.call(readAuditedEvent, { params })
    const displayId = line?.subject?.display_id
    expect(event).toMatchObject({ title: 'Spot order executed', actor: line?.actor })
    expect(event.transfers).toMatchObject([
      { from: `User ${displayId}, frozen`, to: 'House, trading', amount: '50', symbol: 'USDT' },
      {
        from: 'House, trading',
        to: `User ${displayId}, available`,
        amount: '0.001',
        symbol: 'BTC',
      },
    ])
    expect(event.history.map(({ title }) => title)).toEqual([
      'Spot order placed',
      'Spot order executed',
    ])
    const { stream, version, type, key, data, metadata, transfers, hash } = event.event
    const text = hashedText({
      ...{ stream, version, type, key, transfers },
      requestHash: event.event.request_hash,
      schemaVersion: event.event.schema_version,
      dataText: canonicalJson(data),
      metadataText: canonicalJson(metadata),
    })
    const before = Buffer.from(event.event.previous_hash ?? '', 'hex')
    expect(createHash('sha256').update(before).update(text).digest('hex')).toBe(hash)
  })

  test('of a long stream shows the steps around it, and how many there are', async () => {
    const writer = await newUser(testApp)
    for (let sent = 0; sent < 120; sent += 1) {
      await writer.client.call(startConversation, { body: { message: `No. ${sent}` } })
    }
    const { rows } = await pool.query(
      `select position::text from event where stream like 'conversation-%' and version = 110`,
    )
    const params = { position: rows[0].position }
    const event = await admin.client.call(readAuditedEvent, { params })
    const versions = event.history.map(({ version }) => version)
    expect([versions[0], versions.at(-1), event.event.version]).toEqual([60, 120, 110])
    expect(event.history_length).toBe(120)
    await folded()
  })

  test('is not found if it does not exist', async () => {
    const { status } = await admin.client.send(readAuditedEvent, { params: { position: '999999' } })
    expect(status).toBe(404)
  })
})

describe('the export', () => {
  const exported = async (query: Query = {}) => {
    const response = await admin.client.send(exportAudit, { query: { zone: '+05:30', ...query } })
    return { ...response, rows: response.text.trimEnd().split('\r\n') }
  }

  test('has times in the requested zone and escaped formulas', async () => {
    const { status, headers, rows } = await exported(ofOrders)
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/csv')
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="keel-audit-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(rows[0]).toMatch(
      /^Position,Time,Area,Action,Type,Actor kind,Actor,Actor ID,User,User ID,/,
    )
    expect(rows[1]).toMatch(/^\d+,\d{4}-\d\d-\d\dT[\d:.]+\+05:30,Spot orders,Spot order rejected,/)
    expect(rows[1]).toContain(`"'=cmd|""/c calc"""`)
    expect(rows).toHaveLength(3)
  })

  test('identifies people only by id', async () => {
    const { text } = await exported({ acts: 'all' })
    expect(text).toContain(user.userId)
    for (const word of [user.email, user.fullName, admin.email]) expect(text).not.toContain(word)
  })

  test('contains every act, across all pages', async () => {
    const { rows } = await exported({ acts: 'all' })
    expect(rows.length - 1).toBeGreaterThanOrEqual(Number(await services.log.head()) - 1)
  })

  test('of an unknown user is refused', async () => {
    const { status, text } = await exported({ user: 'unknown@example.com' })
    expect([status, JSON.parse(text).code]).toEqual([404, 'user.unknown'])
  })
})

test('of a deleted user, only the ids remain, and each finds their acts', async () => {
  const leaver = await newUser(testApp)
  await leaver.client.call(deleteAccount, {
    body: { confirmation: 'DELETE', password: `password of ${leaver.email.split('@')[0]}` },
  } as never)
  await folded()
  const found = await list({ acts: 'all', user: leaver.userId })
  expect(titles(found.lines)).toContain('User deleted')
  const { user_id, display_id, name, email } = found.lines[0]?.subject ?? {}
  expect({ user_id, name, email }).toEqual({ user_id: leaver.userId, name: null, email: null })
  expect(display_id).toMatch(/^[A-Z\d]{8}$/)
  for (const shown of [display_id ?? '', display_id?.toLowerCase() ?? '']) {
    expect(await list({ acts: 'all', user: shown }), shown).toEqual(found)
  }
})
