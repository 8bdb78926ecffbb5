import { beforeAll, describe, expect, test } from 'vitest'
import {
  addDepositAddress,
  changeDepositAddress,
  type DepositAddress,
  depositAddressHistory,
  listDepositAddresses,
  listDepositAddressesForStaff,
  reviewDepositAddress,
  setDepositAddressActive,
  showDepositAddress,
} from '#shared/contract/deposit-addresses.ts'
import { openTestApp } from './support/app.ts'
import { disable, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp()
const FIRST = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const SECOND = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'

let admin: Person
let colleague: Person
let user: Person

beforeAll(async () => {
  admin = await newAdmin(testApp)
  colleague = await newAdmin(testApp)
  user = await newUser(testApp)
})

const btc = { assetSymbol: 'BTC' } as const

/** The second member of staff approves the waiting proposal. */
async function approve(): Promise<DepositAddress> {
  const { addresses } = await colleague.client.call(listDepositAddressesForStaff)
  const proposedAt = addresses[0]?.proposal?.proposed_at ?? ''
  const body = { network: 'Bitcoin', action: 'approve', proposedAt } as const
  await colleague.client.call(reviewDepositAddress, { params: btc, body })
  const [entry] = (await colleague.client.call(listDepositAddressesForStaff)).addresses
  if (!entry) throw new Error('there is no address')
  return entry
}

describe('the deposit addresses', () => {
  test('are not shown to a disabled user', async () => {
    const other = await newUser(testApp)
    await disable(testApp, other)
    expect((await other.client.send(listDepositAddresses)).status).toBe(403)
    const body = { symbol: 'BTC', network: 'Bitcoin' } as const
    const shown = await other.client.send(showDepositAddress, { body })
    expect([shown.status, shown.body.code]).toEqual([403, 'account.disabled'])
  })

  test('are none until staff enter some', async () => {
    expect(await user.client.call(listDepositAddresses)).toEqual({ addresses: [] })
    const missing = await user.client.send(showDepositAddress, {
      body: { symbol: 'BTC', network: 'Bitcoin' },
    })
    expect([missing.status, missing.body.code]).toEqual([409, 'deposit.address_missing'])
  })

  test('are shown once added and approved, under either name of their network', async () => {
    const added = await admin.client.call(addDepositAddress, {
      body: { symbol: 'BTC', network: 'mainnet', address: FIRST },
    })
    expect(added.address).toMatchObject({
      ...{ id: 'BTC-Bitcoin', asset_symbol: 'BTC', network: 'Bitcoin', is_active: false },
      ...{ version: 0, proposal: { change: 'add', address: FIRST, proposed_by: admin.fullName } },
    })
    expect(await user.client.call(listDepositAddresses)).toEqual({ addresses: [] })
    expect(await approve()).toMatchObject({
      ...{ is_active: true, version: 1, updated_by: colleague.fullName, proposal: null },
    })
    const shown = { asset_symbol: 'BTC', address: FIRST, network: 'Bitcoin', version: 1 }
    expect(await user.client.call(listDepositAddresses)).toEqual({ addresses: [shown] })
    expect(
      await user.client.call(showDepositAddress, { body: { symbol: 'BTC', network: 'mainnet' } }),
    ).toEqual(shown)
  })

  test('change with a new version', async () => {
    const changed = await admin.client.call(changeDepositAddress, {
      params: btc,
      body: { address: SECOND, network: 'Bitcoin' },
    })
    const proposal = { previous_address: FIRST, address: SECOND, takes_effect_at: null }
    expect(changed.address).toMatchObject({ address: FIRST, version: 1, proposal })
    expect(await approve()).toMatchObject({ address: SECOND, version: 2 })
  })

  test('are deactivated at once, and activated by two members of staff', async () => {
    const set = (isActive: boolean) =>
      admin.client.call(setDepositAddressActive, {
        params: btc,
        body: { network: 'Bitcoin', isActive },
      })
    await set(false)
    expect(await user.client.call(listDepositAddresses)).toEqual({ addresses: [] })
    const { addresses } = await admin.client.call(listDepositAddressesForStaff)
    expect(addresses).toMatchObject([{ is_active: false, version: 3 }])
    await set(true)
    expect(await user.client.call(listDepositAddresses)).toEqual({ addresses: [] })
    await approve()
    expect((await user.client.call(listDepositAddresses)).addresses).toHaveLength(1)
  })

  test('show who changed what and when', async () => {
    const history = await admin.client.call(depositAddressHistory, { params: btc })
    expect(history.map(({ version, address, is_active }) => [version, address, is_active])).toEqual(
      [
        [1, FIRST, true],
        [2, SECOND, true],
        [3, SECOND, false],
        [4, SECOND, true],
      ],
    )
    const both = [colleague.fullName, admin.fullName]
    expect(history.map((each) => [each.changed_by_name, each.proposed_by_name])).toEqual([
      both,
      both,
      [admin.fullName, null],
      both,
    ])
    const events = await testApp.services.log.readStream('deposit-address-BTC-Bitcoin')
    expect(events[3]).toMatchObject({
      type: 'DepositAddressChanged',
      data: {
        ...{ previousAddress: FIRST, address: SECOND },
        ...{ changedBy: colleague.userId, proposedBy: admin.userId },
      },
      metadata: { actor: { kind: 'admin', id: colleague.userId } },
    })
  })
})

describe('staff are prevented', () => {
  const mistyped = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'
  const typed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

  test.each([
    [{ symbol: 'BTC', network: 'Bitcoin', address: FIRST }, 409, 'address.exists'],
    [{ symbol: 'ETH', network: 'ERC20', address: mistyped }, 400, 'address.malformed'],
    [{ symbol: 'USDT', network: 'ERC20', address: typed }, 400, 'address.network_unsupported'],
  ] as const)('from adding %o', async (body, status, code) => {
    const response = await admin.client.send(addDepositAddress, { body })
    expect([response.status, response.body.code]).toEqual([status, code])
  })

  test.each([
    ['BTC', { network: 'Bitcoin', address: SECOND }, [409, 'address.unchanged']],
    ['BTC', { network: 'Bitcoin', address: `${FIRST.slice(0, -1)}5` }, [400, 'address.malformed']],
    [
      'TRX',
      { network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
      [404, 'address.unknown'],
    ],
  ] as const)('from changing %s to %o', async (assetSymbol, body, expected) => {
    const response = await admin.client.send(changeDepositAddress, {
      params: { assetSymbol },
      body,
    })
    expect([response.status, response.body.code]).toEqual(expected)
  })
})

test('users cannot change addresses or see their history', async () => {
  const responses = await Promise.all([
    user.client.send(addDepositAddress, {
      body: { symbol: 'BTC', network: 'Bitcoin', address: FIRST },
    }),
    user.client.send(changeDepositAddress, {
      params: btc,
      body: { address: FIRST, network: 'Bitcoin' },
    }),
    user.client.send(listDepositAddressesForStaff),
    user.client.send(depositAddressHistory, { params: btc }),
  ])
  expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403])
})
