import { expect, test } from 'vitest'
import { LiabilitiesCheck } from '#scripts/audit/liabilities-check.ts'
import { availableOf, frozenOf, houseOf } from '#server/ledger/chart.ts'
import { parseUnits } from '#shared/money.ts'
import type { StatedAsset } from '#shared/proofs/liability-statement.ts'

/** A check that reads events and counts their positions. */
function reading() {
  const check = new LiabilitiesCheck()
  let position = 0
  const event = (type: string, data: unknown = {}, stream = type) => {
    position += 1
    check.next({ position, stream, type, data })
    return position
  }
  const move = (debit: bigint, credit: bigint, amount: string) => {
    position += 1
    check.moved(position, [{ debit, credit, amount: parseUnits(amount) }])
  }
  const publish = (counted: number, ...assets: Partial<StatedAsset>[]) =>
    event('LiabilitiesPublished', {
      statementId: 'one',
      position: String(counted),
      at: '2026-01-01T00:00:00.000Z',
      assets: assets.map((asset) => ({ ...OF_NOTHING, ...asset })),
    })
  return { check, event, move, publish, at: () => position }
}

const OF_NOTHING = { symbol: 'USDT', root: '', total: '0', leaves: 2, interest: '0', payouts: '0' }
const USER = availableOf(7n, 'USDT')
const HOUSE = houseOf('custody', 'USDT')

test('movements after a request are counted up to the stated position, and later ones are not', () => {
  const { event, move, publish, at, check } = reading()
  move(HOUSE, USER, '100')
  event('LiabilitiesRequested')
  move(USER, HOUSE, '30')
  const counted = at()
  move(HOUSE, USER, '500')
  publish(counted, { total: '70' })
  event('LiabilitiesRequested')
  publish(at(), { total: '570' })
  expect(check.summary()).toBe('statements of liabilities: 2')
})

test('amounts that a user freezes or sends to another user are still owed', () => {
  const { event, move, publish, at } = reading()
  move(HOUSE, USER, '100')
  move(USER, frozenOf(7n, 'USDT'), '40')
  move(USER, availableOf(8n, 'USDT'), '10')
  event('LiabilitiesRequested')
  publish(at(), { total: '100' })
})

test('interest is owed until a stake matures, and payouts until a trade ends', () => {
  const { event, publish, at } = reading()
  const interest = { symbol: 'USDT', amount: '12.5' }
  const stake = { symbol: 'USDT', amount: '0.00000003' }
  event('StakeOpened', { interest }, 'stake-1')
  event('FuturesRequested', { stake, profitRatio: 50 }, 'futures-1')
  event('FuturesOpened', { stake: { symbol: 'USDT', amount: '10' }, profitRatio: 20 }, 'futures-2')
  event('LiabilitiesRequested')
  publish(at(), { total: '14.50000001', interest: '12.5', payouts: '2.00000001' })
  event('FuturesVoided', {}, 'futures-1')
  event('FuturesSettled', {}, 'futures-2')
  event('StakeMatured', { interest }, 'stake-1')
  event('LiabilitiesRequested')
  publish(at())
})

test.each([
  ['another total', { total: '99' }],
  ['interest that was not promised', { total: '100', interest: '1' }],
  ['payouts that cannot be won', { total: '100', payouts: '1' }],
  ['an asset that is not owed', { symbol: 'BTC', total: '100' }],
])('a statement with %s is a fault', (_, asset) => {
  const { event, move, publish, at } = reading()
  move(HOUSE, USER, '100')
  event('LiabilitiesRequested')
  expect(() => publish(at(), asset)).toThrow('the log comes to')
})

test('a statement that lacks an owed asset, or has one twice, is a fault', () => {
  const { event, move, publish, at } = reading()
  move(HOUSE, USER, '100')
  event('LiabilitiesRequested')
  const counted = at()
  expect(() => publish(counted)).toThrow('USDT has total 0, the log comes to 100')
  expect(() => publish(counted, { total: '50' }, { total: '100' })).toThrow('an asset twice')
})

test('a statement cannot refer to a position before its request or after its publication', () => {
  const { event, move, publish, at } = reading()
  expect(() => publish(0)).toThrow('not between its request and its publication')
  move(HOUSE, USER, '100')
  const before = at()
  move(USER, HOUSE, '100')
  event('LiabilitiesRequested')
  expect(() => publish(before, { total: '100' })).toThrow('not between')
  expect(() => publish(at() + 1)).toThrow('not between')
})

test('an unreadable statement is a fault', () => {
  const { event } = reading()
  event('LiabilitiesRequested')
  expect(() => event('LiabilitiesPublished', { position: 1 })).toThrow('cannot be read')
})
