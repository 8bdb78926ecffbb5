import { describe, expect, test } from 'vitest'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { exposureRefusalOf, mostToBorrow } from '#shared/rules/loan-exposure.ts'

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

  test('is undefined without a limit', () => {
    expect(mostToBorrow(owing('1', '0'))).toBeUndefined()
    expect(exposureRefusalOf('1000000', owing('1', '0'))).toBeUndefined()
  })
})
