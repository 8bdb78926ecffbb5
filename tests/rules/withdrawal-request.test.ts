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
  hold: undefined,
  platformAddresses: ['0xde709f2102306220921060314715629080e2fb77'],
  allowed: undefined,
  now: '2026-01-31T09:30:00.000Z',
}
const endsAt = '2026-02-01T09:30:00.000Z'
const HOLD = { hold: { reason: 'credentials', endsAt } } as const
const RESET = { hold: { reason: 'second_factor_reset', endsAt } } as const
const FREEZE = { hold: { reason: 'frozen', endsAt } } as const
const saved = { label: 'Savings', symbol: 'USDT', address: command.walletAddress }
const NEW = { allowed: [{ ...saved, savedAt: '2026-01-30T09:30:00.001Z' }] }
const OLD = { allowed: [{ ...saved, savedAt: '2026-01-30T09:30:00.000Z' }] }
const OTHER_COIN = { allowed: [{ ...saved, symbol: 'ETH', savedAt: '2026-01-01T09:30:00.000Z' }] }

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
  [
    'needs a saved address where the allowlist is on',
    {},
    { allowed: [], ...HOLD },
    'withdrawal.address_not_saved',
  ],
  ['needs an address saved for its coin', {}, OTHER_COIN, 'withdrawal.address_not_saved'],
  ['waits for a new address', {}, { ...NEW, ...HOLD }, 'withdrawal.address_too_new'],
  ['may go to an address saved 24 hours ago', {}, OLD, undefined],
  ['waits for the end of a freeze', { amount: '11' }, FREEZE, 'withdrawal.frozen'],
  ['waits after a lost second factor', { amount: '11' }, RESET, 'withdrawal.on_hold'],
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
