import { expect, test } from 'vitest'
import { parseUnits } from '#shared/money.ts'
import { approvalValue, needsSecondApproval } from '#shared/rules/second-approval.ts'

const usdt = (amount: string) => ({ amount, price: '1' })
const btc = (amount: string, price: string | null = '60000') => ({ amount, price })

test('an approval is worth the larger of its two directions, each summed', () => {
  expect(approvalValue([[usdt('100')]])).toBe(parseUnits('100'))
  expect(approvalValue([[usdt('100')], [btc('0.5')]])).toBe(parseUnits('30000'))
  expect(approvalValue([[usdt('100'), btc('0.5')], [btc('0.1')]])).toBe(parseUnits('30100'))
  expect(approvalValue([[]])).toBe(0n)
})

test('an amount without a price makes the value unknown', () => {
  expect(approvalValue([[usdt('100')], [btc('0.5', null)]])).toBeNull()
  expect(approvalValue([[usdt('100'), btc('0', null)]])).toBeNull()
})

test('a fraction of a unit is rounded up, so that no value slips below the limit', () => {
  expect(approvalValue([[btc('0.00000001', '0.1')]])).toBe(1n)
})

test('a second approval is needed above the limit or if the value is unknown, but not at the limit', () => {
  expect(needsSecondApproval(parseUnits('1000'), '1000')).toBe(false)
  expect(needsSecondApproval(parseUnits('1000.00000001'), '1000')).toBe(true)
  expect(needsSecondApproval(null, '1000')).toBe(true)
})
