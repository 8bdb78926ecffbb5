import { expect, test } from 'vitest'
import { refusalOf } from '#shared/rules/deposits.ts'

test.each([
  ['accepts the minimum', {}, true, undefined],
  ['leaves an address that is not loaded yet to the server', {}, undefined, undefined],
  ['needs the minimum', { amount: '9.99999999' }, true, 'deposit.below_minimum'],
  ['needs a supported coin', { symbol: 'DOGE' }, true, 'deposit.address_missing'],
  ['needs the network of its coin', { network: 'ERC20' }, true, 'deposit.address_missing'],
  ['needs an offered address', {}, false, 'deposit.address_missing'],
])('a deposit %s', (_, change, isOffered, refused) => {
  const command = { symbol: 'USDT', amount: '10', ...change }
  expect(refusalOf(command, { isOffered })?.refused).toBe(refused)
})
