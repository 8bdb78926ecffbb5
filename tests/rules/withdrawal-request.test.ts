import { expect, test } from 'vitest'
import { parseUnits } from '#shared/money.ts'
import { refusalOf } from '#shared/rules/withdrawal-request.ts'

const command = {
  symbol: 'USDT',
  amount: '10',
  walletAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const
const facts = {
  available: parseUnits('10'),
  holdEndsAt: undefined,
  platformAddresses: ['0xde709f2102306220921060314715629080e2fb77'],
}
const HOLD = { holdEndsAt: '2026-02-01T09:30:00.000Z' }

test.each([
  ['may use the whole balance', {}, {}, undefined],
  ['needs an address', { walletAddress: '' }, {}, 'withdrawal.fields_missing'],
  ['needs the network of its coin', { network: 'ERC20' }, {}, 'withdrawal.network_unsupported'],
  ['needs an address of that network', { walletAddress: 'x' }, HOLD, 'address.malformed'],
  [
    'needs an address that is not the platform’s',
    { symbol: 'ETH' as const, walletAddress: '0xDE709F2102306220921060314715629080E2FB77' },
    HOLD,
    'withdrawal.platform_address',
  ],
  ['waits for the end of a hold', { amount: '11' }, HOLD, 'withdrawal.on_hold'],
  ['needs the balance', { amount: '10.00000001' }, {}, 'withdrawal.balance_insufficient'],
  [
    'leaves an unknown balance to the server',
    { amount: '11' },
    { available: undefined },
    undefined,
  ],
])('a withdrawal %s', (_, change, changedFacts, refused) => {
  expect(refusalOf({ ...command, ...change }, { ...facts, ...changedFacts })?.refused).toBe(refused)
})
