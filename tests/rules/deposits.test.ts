import { expect, test } from 'vitest'
import { refusalOf } from '#shared/rules/deposits.ts'

test.each([
  ['takes the minimum', {}, true, undefined],
  ['takes an address that is not looked up yet', {}, undefined, undefined],
  ['needs the minimum', { amount: '9.99999999' }, true, 'deposit.below_minimum'],
  ['needs a coin that is deposited', { symbol: 'DOGE' }, true, 'deposit.address_missing'],
  ['needs the network of its coin', { network: 'ERC20' }, true, 'deposit.address_missing'],
  ['needs an address', {}, false, 'deposit.address_missing'],
])('a deposit %s', (_, change, isOffered, refused) => {
  const command = { symbol: 'USDT', amount: '10', ...change }
  expect(refusalOf(command, { isOffered })?.refused).toBe(refused)
})
