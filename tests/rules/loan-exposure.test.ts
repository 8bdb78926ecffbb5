import { describe, expect, test } from 'vitest'
import { describeRefusal } from '#shared/errors.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import {
  applicationRefusalOf,
  exposureRefusalOf,
  mostToBorrow,
} from '#shared/rules/loan-exposure.ts'

const owing = (owed: string, maximum = '25000') => ({ maximum, owed: parseUnits(owed) })

describe('the most that can be borrowed', () => {
  test.each([
    ['0', '23640.66193853'],
    ['12690', '11640.66193853'],
    ['25000', '0'],
    ['30000', '0'],
  ])('while %s is owed', (owed, most) => {
    expect(formatUnits(mostToBorrow(owing(owed)) ?? -1n)).toBe(most)
  })

  test('is accepted, and 0.00000002 more is not', () => {
    const exposure = owing('12690')
    const most = mostToBorrow(exposure) ?? 0n
    expect(exposureRefusalOf(formatUnits(most), exposure)).toBeUndefined()
    expect(exposureRefusalOf(formatUnits(most + 2n), exposure)?.refused).toBe('loan.owed_too_much')
  })

  test('is named to the applicant as "you", and to staff without it', () => {
    const exposure = owing('25000')
    const texts = [
      applicationRefusalOf('1', { ...exposure, isWaiting: false }),
      exposureRefusalOf('1', exposure),
    ].map((refusal) => refusal && describeRefusal(refusal.refused, refusal.details).message)
    expect(texts).toEqual([
      'You can owe at most 25,000.00000000 USDT in loans, including interest and penalties. You owe 25,000.00000000 USDT now, and this loan would add 1.05750000 USDT.',
      'At most 25,000.00000000 USDT can be owed in loans, including interest and penalties. 25,000.00000000 USDT is owed now, and this loan would add 1.05750000 USDT.',
    ])
  })

  test('is undefined without a limit', () => {
    expect(mostToBorrow(owing('1', '0'))).toBeUndefined()
    expect(exposureRefusalOf('1000000', owing('1', '0'))).toBeUndefined()
  })
})
