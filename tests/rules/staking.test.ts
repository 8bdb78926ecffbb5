import { describe, expect, test } from 'vitest'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { dailyInterestFor, interestFor, planFor, refusalOf } from '#shared/rules/staking.ts'

test.each([
  // term, amount, daily, total: amount × APY/100/365, and × days, each rounded down
  [1, '1000', '0.00821917', '0.00821917'],
  [5, '1000', '0.01643835', '0.08219178'],
  [15, '20000', '0.60273972', '9.04109589'],
  [30, '50000', '1.91780821', '57.53424657'],
  [90, '1000000', '60.2739726', '5424.65753424'],
])('%i days of %s USDT pay %s a day and %s in total', (days, amount, daily, total) => {
  const plan = planFor(days)
  if (!plan) throw new Error('this plan exists')
  const units = parseUnits(amount)
  expect(formatUnits(dailyInterestFor(units, plan))).toBe(daily)
  expect(formatUnits(interestFor(units, plan))).toBe(total)
})

describe('a stake', () => {
  const refusalAt = (amount: string, available?: string, termDays = 5) =>
    refusalOf(
      { amount, termDays },
      { available: available === undefined ? undefined : parseUnits(available) },
    )?.refused

  test('must be between the minimum and the maximum of its plan', () => {
    expect(refusalAt('1000')).toBeUndefined()
    expect(refusalAt('999.99999999')).toBe('stake.amount_out_of_range')
    expect(refusalAt('1000000')).toBeUndefined()
    expect(refusalAt('1000000.00000001')).toBe('stake.amount_out_of_range')
  })

  test('may use the whole balance and no more', () => {
    expect(refusalAt('1000', '1000')).toBeUndefined()
    expect(refusalAt('1000', '999.99999999')).toBe('stake.balance_insufficient')
  })

  test('needs a plan for its term, checked before the amount', () => {
    expect(refusalAt('0', '0', 7)).toBe('stake.plan_unknown')
  })
})

test('an unknown term has no plan', () => {
  expect(planFor(7)).toBeUndefined()
})
