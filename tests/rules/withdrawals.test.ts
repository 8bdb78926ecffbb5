import { expect, test } from 'vitest'
import { depositCoin } from '#shared/rules/deposits.ts'
import { isSameAddress } from '#shared/rules/wallet-address.ts'
import { WITHDRAWAL_COINS, withdrawalHoldEnd } from '#shared/rules/withdrawals.ts'

test('BTC, ETH and USDT are withdrawn on the network they are deposited on', () => {
  expect(WITHDRAWAL_COINS.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'USDT'])
  for (const { symbol, network } of WITHDRAWAL_COINS) {
    expect(depositCoin(symbol)?.network).toBe(network)
  }
})

test('a hold lasts exactly 24 hours and needs a change of credentials', () => {
  const changedAt = '2026-01-30T09:30:00.000Z'
  const end = '2026-01-31T09:30:00.000Z'
  expect(withdrawalHoldEnd(changedAt, changedAt)).toBe(end)
  expect(withdrawalHoldEnd(changedAt, '2026-01-31T09:29:59.999Z')).toBe(end)
  expect(withdrawalHoldEnd(changedAt, end)).toBeUndefined()
  expect(withdrawalHoldEnd(null, end)).toBeUndefined()
})

test('addresses differ by case only on case-sensitive networks', () => {
  const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  expect(isSameAddress(ethereum, ethereum.toLowerCase())).toBe(true)
  expect(isSameAddress(segwit, segwit.toUpperCase())).toBe(true)
  expect(isSameAddress(tron, tron.toLowerCase())).toBe(false)
  expect(isSameAddress(ethereum, segwit)).toBe(false)
})
