import { beforeAll, expect, test } from 'vitest'
import {
  addReserve,
  enterReserveBalance,
  readReserveMessage,
  readReserves,
  removeReserve,
} from '#shared/contract/reserves.ts'
import { testWallet } from '#tests/support/test-wallet.ts'
import { openTestApp } from './support/app.ts'
import { newAdmin, type Person } from './support/traders.ts'

const testApp = await openTestApp()
const { visitor } = testApp

let admin: Person
beforeAll(async () => {
  admin = await newAdmin(testApp)
})

const ethereum = async () => {
  const { assets } = await visitor.call(readReserves)
  return assets.find(({ symbol }) => symbol === 'ETH')
}

test('an unknown value is not shown as zero', async () => {
  expect(await visitor.call(readReserves)).toMatchObject({ addresses: [] })
  expect(await ethereum()).toEqual({
    symbol: 'ETH',
    reserves: '0',
    reserves_as_of: null,
    liabilities: null,
    liabilities_as_of: null,
  })
})

test('an address is public with its signature, its balance and the source of the balance', async () => {
  const { address, sign } = testWallet(1)
  const { message } = await admin.client.call(readReserveMessage, { query: { address } })
  const body = { symbol: 'ETH', network: 'ERC20', address, message } as const
  const unsigned = await admin.client.send(addReserve, {
    body: { ...body, signature: testWallet(2).sign(message) },
  })
  expect(unsigned.body.code).toBe('reserve.not_signed')

  const signature = sign(message)
  const { id } = await admin.client.call(addReserve, { body: { ...body, signature } })
  expect((await ethereum())?.reserves_as_of).toBeNull()
  const asOf = new Date(testApp.clock.now()).toISOString()
  const balance = { amount: '12.5', asOf, source: 'An explorer' }
  await admin.client.call(enterReserveBalance, { params: { id }, body: balance })

  const { addresses } = await visitor.call(readReserves)
  expect(addresses).toMatchObject([
    { ...body, id, signature, balance: { amount: '12.5', as_of: asOf, source: 'An explorer' } },
  ])
  expect(await ethereum()).toMatchObject({ reserves: '12.5', reserves_as_of: asOf })

  await admin.client.call(removeReserve, { params: { id } })
  expect(await visitor.call(readReserves)).toMatchObject({ addresses: [] })
})
