import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, expect, test } from 'vitest'
import { Relay } from '#scripts/drill/relay.ts'
import { drill } from '#server/backup/drill.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { withPlace } from '#server/backup/open-place.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { addressOfFolder } from '#server/platform/stores/store-address.ts'
import { recoverPassword } from '#shared/contract/auth.ts'
import { getPrice } from '#shared/contract/prices.ts'
import { listTrades, placeTrade } from '#shared/contract/spot-orders.ts'
import { openTestServer } from '#tests/api/support/app.ts'
import { Client } from '#tests/api/support/client.ts'
import { MovableClock } from '#tests/api/support/clock.ts'
import { expectSoundLedger } from '#tests/api/support/ledger.ts'
import { openLive } from '#tests/api/support/live-client.ts'
import { StandingPrices } from '#tests/api/support/standing-prices.ts'
import { fund, newUser, type Person } from '#tests/api/support/traders.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'

// A network cut closes no connection: each side waits for the other. The other fault tests end
// connections, which both sides notice.
const database = await openTestDatabase()
const relay = await Relay.open()
const clock = new MovableClock()
const market = new StandingPrices(clock)
const far = { ...database, applicationUrl: relay.leadTo(database.applicationUrl) }
const server = await openTestServer(far, { clock, priceSource: market })
const visitor = new Client(server.app)
afterAll(async () => {
  relay.speak()
  await server.stop()
  await relay.close()
})

const CUSTOMERS = 8
/** Responses are due within ten seconds, but a busy machine may notice them late. */
const RESPONSES_MS_MAX = 20_000

test('in a network cut, every command gets a response and none takes effect twice', async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const people = await atOnce(CUSTOMERS, () => customer())
  const [first] = people as [Person]
  const orders = people.map((by) => ({ by, key: randomUUID() }))
  const live = await openLive(server, first.client)
  relay.silence()
  const cutAtMs = performance.now()
  // Half are in flight on open connections, and the other half find no free one.
  const responses = await Promise.all(orders.map(({ by, key }) => place(by, key)))
  expect(performance.now() - cutAtMs).toBeLessThan(RESPONSES_MS_MAX)
  expect(new Set(responses.map(({ body }) => body.code))).toEqual(new Set(['outcome.unknown']))
  expect(new Set(responses.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['2']))
  const reading = await trades(first)
  expect(reading).toMatchObject({ status: 503, body: { code: 'service.unavailable' } })

  // Each part of the service works again soon after the network does.
  live.messages.length = 0
  market.set('BTC', '61000')
  relay.speak()
  const soon = { timeout: WAIT_MS_MAX, interval: 200 }
  const recover = { body: { email: first.email } }
  await Promise.all([
    ...orders.map(({ by, key }) =>
      expect.poll(async () => (await place(by, key)).status, soon).toBe(200),
    ),
    expect.poll(async () => (await visitor.send(recoverPassword, recover)).status, soon).toBe(200),
    expect.poll(() => priceOf('BTC'), soon).toBe('61000'),
    expect
      .poll(() => live.messages.map(({ type }) => type), soon)
      .toEqual(expect.arrayContaining(['data_sync', 'price_update'])),
  ])
  await expect.poll(followersBehind, soon).toEqual([])
  await expect.poll(mails, soon).toHaveLength(1)
  for (const { by } of orders) expect((await trades(by)).body).toHaveLength(1)
  await expectSoundLedger({ database })
})

test('a backup, a drill and a restore end if their database does not respond', async () => {
  const silent = await Relay.open()
  silent.silence()
  const ownerUrl = silent.leadTo(database.url)
  const folder = await mkdtemp(join(tmpdir(), 'keel-cut-'))
  const { masterKeys } = server.services.config
  const identity = await generateX25519Identity()
  const recipients = [await identityToRecipient(identity)]
  await withPlace(addressOfFolder(folder), async (place) => {
    const options = { place, masterKeys, identities: [identity] }
    await makeBackup({ ...options, ownerUrl: database.url, recipients })
    const ends = await Promise.all([
      makeBackup({ ...options, ownerUrl, recipients }).catch(String),
      drill({ ...options, ownerUrl }).catch(String),
      restoreBackup({ ...options, ownerUrl, applicationUrl: ownerUrl }).catch(String),
    ])
    for (const end of ends) expect(end).toContain('timeout expired')
  })
  await rm(folder, { recursive: true })
  await silent.close()
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

async function priceOf(symbol: string): Promise<string | null> {
  const { body } = await visitor.send(getPrice, { params: { symbol } })
  return body.price
}

async function followersBehind(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    'select name from checkpoint where position < (select max(position) from event)',
  )
  return rows.map(({ name }) => name)
}

/** Durable jobs write them. */
function mails(): Promise<string[]> {
  return readdir(join(server.services.config.dataDir, 'mail')).catch(() => [])
}
