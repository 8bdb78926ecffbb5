import { expect, test } from 'vitest'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { dailyInterestFor, interestFor, isWithinPlan, planFor } from '#shared/rules/staking.ts'

test.each([
  // term, amount, daily, total: amount × APY/100/365, and × days, each rounded down
  [1, '1000', '0.00821917', '0.00821917'],
  [5, '1000', '0.01643835', '0.08219178'],
  [15, '20000', '0.60273972', '9.04109589'],
  [30, '50000', '1.91780821', '57.53424657'],
  [90, '1000000', '60.2739726', '5424.65753424'],
])('%i days of %s USDT pay %s a day and %s in all', (days, amount, daily, total) => {
  const plan = planFor(days)
  if (!plan) throw new Error('this plan exists')
  const units = parseUnits(amount)
  expect(formatUnits(dailyInterestFor(units, plan))).toBe(daily)
  expect(formatUnits(interestFor(units, plan))).toBe(total)
})

test('a plan takes its minimum and its maximum, and nothing beyond', () => {
  const plan = planFor(5)
  if (!plan) throw new Error('this plan exists')
  expect(isWithinPlan(parseUnits('1000'), plan)).toBe(true)
  expect(isWithinPlan(parseUnits('999.99999999'), plan)).toBe(false)
  expect(isWithinPlan(parseUnits('1000000'), plan)).toBe(true)
  expect(isWithinPlan(parseUnits('1000000.00000001'), plan)).toBe(false)
})

test('there is no plan of another term', () => {
  expect(planFor(7)).toBeUndefined()
})
