import { expect, test } from 'vitest'
import { formatUnits, parseUnits, truncateUnits } from '#shared/money.ts'
import { depositCoin } from '#shared/rules/deposits.ts'
import { isSameAddress } from '#shared/rules/wallet-address.ts'
import {
  holdEnd,
  RESET_HOLD_HOURS,
  WITHDRAWAL_HOLD_HOURS,
  withdrawalHold,
} from '#shared/rules/withdrawal-hold.ts'
import { WITHDRAWAL_COINS } from '#shared/rules/withdrawals.ts'

test('BTC, ETH and USDT are withdrawn on the network they are deposited on', () => {
  expect(WITHDRAWAL_COINS.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'USDT'])
  for (const { symbol, network } of WITHDRAWAL_COINS) {
    expect(depositCoin(symbol)?.network).toBe(network)
  }
})

test('a balance can be withdrawn to the precision of the network', () => {
  const carried = WITHDRAWAL_COINS.map(({ symbol, decimals }) => [
    symbol,
    formatUnits(truncateUnits(parseUnits('1.23456789'), decimals)),
  ])
  expect(carried).toEqual([
    ['BTC', '1.23456789'],
    ['ETH', '1.23456789'],
    ['USDT', '1.234567'],
  ])
})

test('a hold lasts exactly 24 hours and needs a change of credentials', () => {
  const changedAt = '2026-01-30T09:30:00.000Z'
  const end = '2026-01-31T09:30:00.000Z'
  const hold = { reason: 'credentials', endsAt: end }
  const holdAt = (now: string) =>
    withdrawalHold({ credentialsHoldEndsAt: holdEnd(changedAt, WITHDRAWAL_HOLD_HOURS) }, now)
  expect(holdAt(changedAt)).toEqual(hold)
  expect(holdAt('2026-01-31T09:29:59.999Z')).toEqual(hold)
  expect(holdAt(end)).toBeUndefined()
  expect(withdrawalHold({ credentialsHoldEndsAt: null }, end)).toBeUndefined()
})

test('if there are several holds, the one that ends last counts', () => {
  const credentialsHoldEndsAt = '2026-01-31T09:30:00.000Z'
  const resetHoldEndsAt = holdEnd('2026-01-29T10:30:00.000Z', RESET_HOLD_HOURS)
  const now = '2026-01-30T12:00:00.000Z'
  expect(withdrawalHold({ credentialsHoldEndsAt, resetHoldEndsAt }, now)).toEqual({
    reason: 'second_factor_reset',
    endsAt: '2026-01-31T10:30:00.000Z',
  })
  const frozenUntil = '2026-02-01T08:00:00.000Z'
  expect(withdrawalHold({ credentialsHoldEndsAt, resetHoldEndsAt, frozenUntil }, now)).toEqual({
    reason: 'frozen',
    endsAt: frozenUntil,
  })
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
