import { describe, expect, test } from 'vitest'
import { formatUsd } from '#shared/format.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import {
  type ApprovedBefore,
  approvalValue,
  type Flow,
  secondPersonReason,
} from '#shared/rules/second-approval.ts'
import { NOTHING_APPROVED } from '#tests/support/approvals.ts'

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

test('a value may exceed the largest amount, and can still be parsed and shown', () => {
  const value = formatUnits(approvalValue([[btc('999999999999999')]]) ?? 0n)
  expect(value).toBe('59999999999999940000')
  expect(formatUsd(value)).toBe('$59,999,999,999,999,940,000.00')
  expect(parseUnits(value)).toBe(59_999_999_999_999_940_000n * parseUnits('1'))
})

test('a fraction of a unit is rounded up, so that no value falls below the limit', () => {
  expect(approvalValue([[btc('0.00000001', '0.1')]])).toBe(1n)
})

describe('a second person must approve', () => {
  const reasonFor = (
    value: string | null,
    rest: Partial<ApprovedBefore> = {},
    flow: Flow = 'out',
  ) =>
    secondPersonReason({
      value: value === null ? null : parseUnits(value),
      above: '1000',
      flow,
      before: { ...NOTHING_APPROVED, ...rest },
    })

  test('above the limit or if the value is unknown, but not at the limit', () => {
    expect(reasonFor('1000')).toBeNull()
    expect(reasonFor('1000.00000001')).toBe('amount')
    expect(reasonFor(null)).toBe('no_price')
  })

  test('if one person approves more than the limit for a customer in pieces', () => {
    const forCustomer = parseUnits('600')
    expect(reasonFor('400', { forCustomer })).toBeNull()
    expect(reasonFor('400.00000001', { forCustomer })).toBe('customer_total')
  })

  test('if one person approves more than ten times the limit for all', () => {
    const forAll = parseUnits('9600')
    expect(reasonFor('400', { forAll })).toBeNull()
    expect(reasonFor('401', { forAll })).toBe('staff_total')
  })

  test('if a person releases more than a tenth of the limit to customers they credited', () => {
    const before = { hasCredited: true, releasedToCredited: parseUnits('40') }
    expect(reasonFor('60', before)).toBeNull()
    expect(reasonFor('61', before)).toBe('credited')
    expect(reasonFor('61', { ...before, hasCredited: false })).toBeNull()
    expect(reasonFor('500', before, 'in')).toBeNull()
  })

  test('if a person releases anything to a customer whose sign-in they changed', () => {
    expect(reasonFor('0.01', { hasChangedSignIn: true })).toBe('sign_in')
    expect(reasonFor('0.01', { hasChangedSignIn: true }, 'in')).toBeNull()
  })
})
