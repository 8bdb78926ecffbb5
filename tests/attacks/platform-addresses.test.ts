import { beforeAll, expect, test } from 'vitest'
import { saveAddress } from '#shared/contract/saved-addresses.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { withEthereumChecksum } from '#shared/rules/wallet-address.ts'
import { offerAddress } from '../api/support/addresses.ts'
import { openTestApp } from '../api/support/app.ts'
import { holdings } from '../api/support/ledger.ts'
import { fund, newUser, type Person } from '../api/support/traders.ts'

const testApp = await openTestApp()

const ETHEREUM = withEthereumChecksum('de709f2102306220921060314715629080e2fb77')
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const NEW_BITCOIN = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

const withdraw = (by: Person, symbol: 'BTC' | 'ETH' | 'USDT', walletAddress: string) =>
  by.client.send(submitWithdrawal, { body: { symbol, amount: '0.1', walletAddress } })

/** A customer whose saved address later became one of the platform's. */
let early: Person

beforeAll(async () => {
  early = await newUser(testApp)
  await fund(testApp, early, 'USDT', '100')
  await early.client.call(saveAddress, {
    body: { label: 'Mine', symbol: 'USDT', network: 'TRC20', address: TRON },
  })
  for (const body of [
    { symbol: 'ETH', network: 'ERC20', address: ETHEREUM },
    { symbol: 'BTC', network: 'Bitcoin', address: BITCOIN },
    { symbol: 'USDT', network: 'TRC20', address: TRON },
  ] as const) {
    await offerAddress(testApp, body)
  }
  await offerAddress(testApp, { symbol: 'BTC', network: 'Bitcoin', address: NEW_BITCOIN })
})

test.each([
  ['ETH', 'as it is shown', ETHEREUM],
  ['ETH', 'in small letters', ETHEREUM.toLowerCase()],
  ['ETH', 'in capital letters', `0x${ETHEREUM.slice(2).toUpperCase()}`],
  ['BTC', 'that is in use', NEW_BITCOIN],
  ['BTC', 'that was replaced', BITCOIN],
  ['BTC', 'in capital letters', BITCOIN.toUpperCase()],
] as const)(
  'a customer cannot withdraw %s to a deposit address of the platform %s',
  async (symbol, _, address) => {
    const player = await newUser(testApp)
    await fund(testApp, player, symbol, '1')
    const { status, body } = await withdraw(player, symbol, address)
    expect({ status, code: body.code }).toEqual({
      status: 409,
      code: 'withdrawal.platform_address',
    })
    expect(body.message).toContain('one of our deposit addresses')
    expect(await holdings(testApp, player)).toEqual({ [symbol]: '1 + 0' })
  },
)

test('a customer cannot save a platform address, nor use one saved before it became one', async () => {
  const player = await newUser(testApp)
  const saved = await player.client.send(saveAddress, {
    body: { label: 'Theirs', symbol: 'ETH', network: 'ERC20', address: ETHEREUM.toLowerCase() },
  })
  expect(saved.body.code).toBe('withdrawal.platform_address')
  expect((await withdraw(early, 'USDT', TRON)).body.code).toBe('withdrawal.platform_address')
})
