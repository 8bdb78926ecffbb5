import { describe, expect, it } from 'vitest'
import { decimalOf, parseJsonExactly, percentChange } from '#server/prices/exact-decimal.ts'
import { parseUnits } from '#shared/money.ts'

describe('numbers from markets are read exactly', () => {
  it.each([
    ['43250.10000000', '43250.1'],
    ['0.00000001', '0.00000001'],
    ['1.10e-7', '0.00000011'],
    ['12.3e-3', '0.0123'],
    ['5E3', '5000'],
    ['1.5e+2', '150'],
    ['67187.3358936566', '67187.33589365'],
    ['0.1234567891', '0.12345678'],
    ['-1.25', '-1.25'],
    ['1e-9', '0'],
    ['123456789012345', '123456789012345'],
  ])('%s is %s', (text, decimal) => {
    expect(decimalOf(text)).toBe(decimal)
  })

  it.each([
    '',
    'NaN',
    'Infinity',
    '1,000',
    '0x10',
    '.',
    '1e',
    '1e400',
    '1234567890123456',
    '--1',
    ' 1',
  ])('%j is not a number', (text) => {
    expect(decimalOf(text)).toBeUndefined()
  })

  it('keeps the digits of JSON numbers that a float would lose', () => {
    expect(
      parseJsonExactly('{"usd":0.30000000000000004441,"big":9007199254740993,"s":"1"}'),
    ).toEqual({ usd: '0.30000000000000004441', big: '9007199254740993', s: '1' })
  })

  it('computes a change in percent with its sign and two decimals', () => {
    expect(percentChange(parseUnits('80'), parseUnits('81'))).toBe('1.25')
    expect(percentChange(parseUnits('80'), parseUnits('79'))).toBe('-1.25')
    expect(percentChange(parseUnits('3'), parseUnits('4'))).toBe('33.33')
  })
})
