import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seedOnce } from '#scripts/demo/seed-once.ts'
import { DEMO_USER, seedDemo } from '#scripts/seed-demo.ts'
import { createConfirmedUser } from '#server/identity/confirmed-users.ts'
import { readCandleFile } from '#server/prices/sources/candle-file.ts'
import { createReplaySource } from '#server/prices/sources/replay.ts'
import { logIn } from '#shared/contract/auth.ts'
import { listConversions } from '#shared/contract/conversions.ts'
import { listDepositAddresses } from '#shared/contract/deposit-addresses.ts'
import { listOwnDeposits } from '#shared/contract/deposits.ts'
import { listFutures } from '#shared/contract/futures.ts'
import { listLoans } from '#shared/contract/loans.ts'
import { listReviews } from '#shared/contract/review-desk.ts'
import { listSavedAddresses } from '#shared/contract/saved-addresses.ts'
import { listTrades } from '#shared/contract/spot-orders.ts'
import { listStakes } from '#shared/contract/staking.ts'
import { readConversation } from '#shared/contract/support.ts'
import { openTestApp } from './support/app.ts'
import { Client } from './support/client.ts'
import { expectSoundLedger } from './support/ledger.ts'

const CANDLES = join(import.meta.dirname, '../fixtures/btc-usdt-1m-2023-03-10.csv')

const testApp = await openTestApp()
const { app, services, visitor } = testApp

async function logInAs(notes: readonly string[], name: string) {
  const [email = '', password = ''] =
    notes
      .find((note) => note.includes(name))
      ?.split(name)[1]
      ?.trim()
      .split(/\s+/) ?? []
  const session = await visitor.call(logIn, { body: { email, password, refresh_in_body: true } })
  return { userId: session.user.id, client: new Client(app, session.access_token) }
}

test('fills an empty database with some history, once', async () => {
  const notes = await seedDemo(app, services)
  const user = await logInAs(notes, 'Demo User')
  const admin = await logInAs(notes, 'Demo Admin')
  expect((await logInAs(notes, 'Demo Reviewer')).userId).not.toBe(admin.userId)
  const { addresses } = await user.client.call(listDepositAddresses)
  expect(addresses.map(({ asset_symbol }) => asset_symbol)).toEqual(['BTC', 'ETH', 'TRX', 'USDT'])
  const deposits = await user.client.call(listOwnDeposits)
  expect(deposits.map(({ symbol, status, is_new }) => [symbol, status, is_new])).toEqual([
    ['ETH', 'pending', false],
    ['TRX', 'rejected', true],
    ['BTC', 'approved', true],
    ['USDT', 'approved', false],
  ])
  const orders = await user.client.call(listTrades, { params: { userId: user.userId } })
  expect(orders.map(({ status }) => status)).toEqual([
    'cancelled',
    'rejected',
    'pending_approval',
    'executed',
  ])
  const { items } = await admin.client.call(listReviews)
  expect(items.map(({ kind }) => kind).sort()).toEqual([
    'deposit',
    'deposit-address',
    'kyc',
    'loan',
    'spot-order',
    'withdrawal',
  ])
  await expectSoundLedger(testApp)

  const own = { params: { userId: user.userId } }
  expect((await user.client.call(listLoans, own)).map(({ status }) => status)).toEqual([
    'pending',
    'approved',
  ])
  expect(await user.client.call(listStakes, own)).toHaveLength(2)
  expect(await user.client.call(listConversions, own)).toHaveLength(1)
  expect(await user.client.call(listFutures, { query: { state: 'running' } })).toHaveLength(2)
  expect(await user.client.call(listSavedAddresses)).toHaveLength(1)
  const talk = await user.client.call(readConversation, own)
  const senders = talk?.support_messages.map(({ sender_type }) => sender_type)
  expect(senders).toEqual(['user', 'admin', 'user'])

  // Only actions of the demo: the system also enters its trades at the next tick and records the
  // log-ins of staff.
  const lengthOf = async () => {
    const { rows } = await services.pool.query(
      `select count(*) from event
       where metadata -> 'actor' ->> 'kind' <> 'system' and type <> 'StaffSignedIn'`,
    )
    return rows[0]?.count
  }
  const length = await lengthOf()
  expect(await seedDemo(app, services)).toEqual(notes)
  expect(await lengthOf()).toBe(length)

  // A start that does not find the last step continues an aborted history: completed steps add
  // nothing.
  const log = { ...services.log, findByKey: async () => undefined }
  expect(await seedDemo(app, { ...services, log })).toEqual(notes)
  expect(await lengthOf()).toBe(length)
})

test('skips steps that are refused while there are few prices, and logs them', async () => {
  const clock = { now: () => Date.now() }
  // Only bitcoin has a price, and it jumps from tick to tick.
  const replayed = { candles: readCandleFile(CANDLES), speed: 120, startedAtMs: clock.now() }
  const replay = await openTestApp({ priceSource: createReplaySource(replayed, clock) })
  const leftOut: unknown[] = []
  const logger = new Proxy(replay.services.logger, {
    get: (real, name) =>
      name === 'warn' ? (of: object) => leftOut.push(of) : Reflect.get(real, name),
  })
  const notes = await seedDemo(replay.app, { ...replay.services, logger })
  expect(notes.join()).toContain('Demo User')
  expect(leftOut).toContainEqual({ step: 'quote', code: 'price.stale' })
  const { rows } = await replay.services.pool.query(
    `select count(*)::int as orders from document where kind = 'spot-order'`,
  )
  expect(rows[0]).toEqual({ orders: 4 })
  await expectSoundLedger(replay)
})

test('does not prevent a start when a step fails, and is not retried', async () => {
  const other = await openTestApp()
  const logged: unknown[] = []
  const logger = new Proxy(other.services.logger, {
    get: (real, name) =>
      name === 'error' ? (of: object) => logged.push(of) : Reflect.get(real, name),
  })
  const services = { ...other.services, logger }
  const fault = new Error('the disk is full')
  let tried = 0
  const seed: typeof seedDemo = async () => {
    tried += 1
    await createConfirmedUser(services.identity, DEMO_USER)
    throw fault
  }
  const stopped = Object.create(other.app, { drain: { value: { isUnderWay: true } } })
  await expect(seedOnce(stopped, services, seed), 'its server was stopped').rejects.toBe(fault)
  const notes = await seedOnce(other.app, services, seed)
  expect(notes).toEqual([
    expect.stringContaining(`${DEMO_USER.email}  ${DEMO_USER.password}`),
    `Some of the demo data is missing (the disk is full). Everything else works. To start over with all of it, stop the server and delete ${services.config.dataDir}.`,
  ])
  expect(logged).toEqual([{ err: fault }])
  expect(await seedOnce(other.app, services, seed)).toEqual(notes)
  expect(tried).toBe(2)
})

test('is refused in production', async () => {
  const production = { ...services, config: { ...services.config, isProduction: true } }
  await expect(seedDemo(app, production)).rejects.toThrow('production')
})
