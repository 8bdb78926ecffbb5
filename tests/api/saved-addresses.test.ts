import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listedStreams } from '#server/projections/listed-streams.ts'
import { rebuild } from '#server/projections/rebuild.ts'
import { deleteAccount } from '#shared/contract/account.ts'
import { searchAsStaff } from '#shared/contract/cases.ts'
import {
  listSavedAddresses,
  removeSavedAddress,
  renameSavedAddress,
  saveAddress,
} from '#shared/contract/saved-addresses.ts'
import { openTestApp } from './support/app.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { newAdmin, newUser } from './support/traders.ts'

const testApp = await openTestApp()

const usdt = {
  label: 'Savings',
  symbol: 'USDT',
  network: 'TRC20',
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const
const btc = {
  label: 'cold wallet',
  symbol: 'BTC',
  network: 'Bitcoin',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
} as const

test('addresses are saved, renamed and removed, each as an event', async () => {
  const { client, userId } = await newUser(testApp)
  expect(await client.call(listSavedAddresses)).toEqual([])
  const saved = await client.call(saveAddress, { body: usdt })
  const cold = await client.call(saveAddress, { body: btc })
  expect(saved).toMatchObject(usdt)
  expect((await client.call(listSavedAddresses)).map(({ label }) => label)).toEqual([
    'cold wallet',
    'Savings',
  ])
  const renamed = await client.call(renameSavedAddress, {
    params: { id: cold.id },
    body: { label: 'Vault' },
  })
  expect(renamed).toEqual({ ...cold, label: 'Vault' })
  await client.call(removeSavedAddress, { params: { id: saved.id } })
  expect(await client.call(listSavedAddresses)).toEqual([renamed])
  const events = await testApp.services.log.readStream(`address-book-${userId}`)
  expect(events.map(({ type }) => type)).toEqual([
    'AddressSaved',
    'AddressSaved',
    'SavedAddressRenamed',
    'SavedAddressRemoved',
  ])
  await expectSoundLedger(testApp)
})

test('a repetition returns the first response with the first id', async () => {
  const { client } = await newUser(testApp)
  const key = randomUUID()
  const first = await client.call(saveAddress, { body: usdt, key })
  await client.call(saveAddress, { body: btc })
  expect(await client.call(saveAddress, { body: usdt, key })).toEqual(first)
  expect(await client.call(listSavedAddresses)).toHaveLength(2)
})

test('an invalid or duplicate address is refused', async () => {
  const { client } = await newUser(testApp)
  await client.call(saveAddress, { body: usdt })
  const malformed = await client.send(saveAddress, { body: { ...usdt, address: btc.address } })
  expect([malformed.status, malformed.body.message]).toEqual([
    400,
    'This is not a valid TRC20 address.',
  ])
  const again = await client.send(saveAddress, { body: { ...usdt, label: 'Other' } })
  expect([again.status, again.body.message]).toEqual([
    409,
    'This address is already in your address book as “Savings”.',
  ])
  const taken = await client.send(saveAddress, { body: { ...btc, label: 'savings' } })
  expect(taken.body.code).toBe('saved_address.label_taken')
})

test('users cannot access each other’s address books', async () => {
  const [one, other] = [await newUser(testApp), await newUser(testApp)]
  const { id } = await one.client.call(saveAddress, { body: usdt })
  expect(await other.client.call(listSavedAddresses)).toEqual([])
  const rename = { params: { id }, body: { label: 'Mine' } }
  expect((await other.client.send(renameSavedAddress, rename)).status).toBe(404)
  expect((await other.client.send(removeSavedAddress, { params: { id } })).status).toBe(404)
})

test('staff no longer find the address book of an erased user, also after a rebuild', async () => {
  const { pool } = testApp.database
  const [user, kept, admin] = [
    await newUser(testApp),
    await newUser(testApp),
    await newAdmin(testApp),
  ]
  for (const { client } of [user, kept]) await client.call(saveAddress, { body: btc })
  const keepers = async () => {
    const { saved } = await admin.client.call(searchAsStaff, { query: { q: btc.address } })
    return saved.map((each) => each.user.email)
  }
  expect(await keepers()).toEqual(expect.arrayContaining([user.email, kept.email]))
  await user.client.call(deleteAccount)
  const listed = async () => {
    const { rowCount } = await pool.query('select from listed where owner = $1', [user.userNo])
    return rowCount
  }
  expect(await listed()).toBe(0)
  expect(await keepers()).not.toContain(user.email)
  await rebuild(pool, listedStreams, () => {})
  expect(await listed()).toBe(0)
  expect(await keepers()).toContain(kept.email)
  await expectSoundLedger(testApp)
})
