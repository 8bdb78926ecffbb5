import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { listTrades, placeTrade } from '#shared/contract/spot-orders.ts'
import { openTestServer } from '#tests/api/support/app.ts'
import { MovableClock } from '#tests/api/support/clock.ts'
import { expectSoundLedger } from '#tests/api/support/ledger.ts'
import { StandingPrices } from '#tests/api/support/standing-prices.ts'
import { fund, newUser, type Person } from '#tests/api/support/traders.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { Relay } from '#tests/support/relay.ts'

// A network that is cut closes no connection: each side waits for the other. The rest of the fault
// tests end connections, which both sides notice.
const database = await openTestDatabase()
const relay = await Relay.open()
const clock = new MovableClock()
const far = { ...database, applicationUrl: relay.leadTo(database.applicationUrl) }
const server = await openTestServer(far, { clock, priceSource: new StandingPrices(clock) })
afterAll(async () => {
  relay.speak()
  await server.stop()
  await relay.close()
})

const CUSTOMERS = 8

test('a network that is cut leaves no command unanswered and none doubled', async () => {
  const people = await atOnce(CUSTOMERS, () => customer())
  const orders = people.map((by) => ({ by, key: randomUUID() }))
  relay.silence()
  // Half are in flight on connections that were open, the other half find none free.
  const answers = await Promise.all(orders.map(({ by, key }) => place(by, key)))
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['outcome.unknown']))
  const reading = await trades(people[0] as Person)
  expect(reading).toMatchObject({ status: 503, body: { code: 'service.unavailable' } })

  relay.speak()
  for (const { by, key } of orders) {
    await expect.poll(async () => (await place(by, key)).status, { interval: 200 }).toBe(200)
    expect((await trades(by)).body).toHaveLength(1)
  }
  await expectSoundLedger({ database })
})

async function customer(): Promise<Person> {
  const person = await newUser(server)
  await fund(server, person, 'USDT', '100')
  return person
}

function place({ client }: Person, key: string) {
  const body = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '1', price: '1' } as const
  return client.send(placeTrade, { body, key })
}

function trades({ client, userId }: Person) {
  return client.send(listTrades, { params: { userId } })
}
