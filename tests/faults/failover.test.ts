import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { Relay } from '#scripts/drill/relay.ts'
import { administrate } from '#scripts/postgres/connection.ts'
import { listTrades, placeTrade } from '#shared/contract/spot-orders.ts'
import { openTestServer } from '#tests/api/support/app.ts'
import type { Response } from '#tests/api/support/client.ts'
import { MovableClock } from '#tests/api/support/clock.ts'
import { expectSoundLedger } from '#tests/api/support/ledger.ts'
import { openLive } from '#tests/api/support/live-client.ts'
import { StandingPrices } from '#tests/api/support/standing-prices.ts'
import { fund, newAdmin, newUser, type Person } from '#tests/api/support/traders.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { backUp, type Database } from '#tests/support/postgres-url.ts'

// A standby that lacks the last events takes over. A copy of the database stands in for it, which
// avoids a second PostgreSQL. `npm run drill -- failover` promotes real ones.
const database = await openTestDatabase()
const relay = await Relay.open()
const clock = new MovableClock()
const market = new StandingPrices(clock)
const far = { ...database, applicationUrl: relay.leadTo(database.applicationUrl) }
const server = await openTestServer(far, {
  clock,
  priceSource: market,
  config: { durability: 'standby', logLevel: 'silent' },
})
let standby: Awaited<ReturnType<typeof copyOfNow>> | undefined
afterAll(async () => {
  await server.stop()
  await relay.close()
  await standby?.drop()
})

const CUSTOMERS = 8

test('no order is lost when a standby that lacks the last ones takes over', async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const people = await atOnce(CUSTOMERS, () => customer())
  const live = await openLive(server, (await newAdmin(server)).client)
  const told = () =>
    live.messages.flatMap((each) => (each.type === 'data_sync' ? each.data.entityId : []))
  standby = await copyOfNow()

  const orders = people.map((by) => ({ by, key: randomUUID() }))
  const before = await Promise.all(orders.map(({ by, key }) => placed(by, key)))
  const lost = before.map(placeOf)
  expect(new Set(lost.map(({ epoch }) => epoch)).size).toBe(1)
  await expect.poll(told).toEqual(expect.arrayContaining(before.map(({ body }) => body.id)))
  live.messages.length = 0
  await failOver(standby)

  // Positions are assigned twice, and each history has its own epoch.
  const next = await Promise.all(people.map((by) => placed(by, randomUUID())))
  const given = next.map(placeOf)
  const epochs = new Set(given.map(({ epoch }) => epoch))
  expect(epochs).toEqual(new Set([expect.any(Number)]))
  expect(epochs).not.toContain(lost[0]?.epoch)
  const positions = new Set(lost.map(({ position }) => position))
  expect(given.filter(({ position }) => positions.has(position))).not.toEqual([])

  // Open apps receive the epoch, and every event since.
  const epoch = given[0]?.epoch
  await expect.poll(told).toEqual(expect.arrayContaining(next.map(({ body }) => body.id)))
  expect(live.messages).toContainEqual({ type: 'log_durable', epoch, position: 0 })

  // They resend their kept submissions, and each order exists once.
  await Promise.all(orders.map(({ by, key }) => placed(by, key)))
  for (const by of people) expect(await tradesOf(by)).toHaveLength(2)
  await expectSoundLedger({ database })
  await expect
    .poll(() => losses())
    .toMatchObject([{ before: String(lost[0]?.epoch), epoch: String(epoch) }])
})

async function customer(): Promise<Person> {
  const person = await newUser(server)
  await fund(server, person, 'USDT', '100')
  return person
}

/** The events that a standby has received so far. */
async function copyOfNow(): Promise<Database> {
  const copy = await withoutSessions(() => backUp(database))
  relay.leadTo(database.applicationUrl)
  return copy
}

/** Replaces the database with the copy. */
async function failOver(copy: Database): Promise<void> {
  const [name, other] = [database.url, copy.url].map((url) => new URL(url).pathname.slice(1))
  await withoutSessions(async () => {
    await administrate(database.url, `alter database ${name} rename to ${name}_former`)
    await administrate(database.url, `alter database ${other} rename to ${name}`)
    await administrate(database.url, `alter database ${name}_former rename to ${other}`)
  })
  relay.leadTo(database.applicationUrl)
}

async function withoutSessions<T>(work: () => Promise<T>): Promise<T> {
  relay.cut()
  const name = new URL(database.url).pathname.slice(1)
  await administrate(
    database.url,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  )
  return work()
}

/** Repeats the request as the app does. */
async function placed(by: Person, key: string) {
  const body = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '1', price: '1' } as const
  let response = await by.client.send(placeTrade, { body, key })
  await expect
    .poll(async () => {
      if (response.status !== 200) response = await by.client.send(placeTrade, { body, key })
      return response.status
    })
    .toBe(200)
  return response
}

function placeOf({ headers }: Pick<Response, 'headers'>) {
  return { epoch: Number(headers['log-epoch']), position: Number(headers['log-position']) }
}

function tradesOf({ client, userId }: Person) {
  return client.call(listTrades, { params: { userId } })
}

async function losses(): Promise<unknown[]> {
  const { rows } = await database.pool.query(`select data from event where type = 'PositionsLost'`)
  return rows.map(({ data }) => data)
}
