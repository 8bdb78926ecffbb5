import { describe, expect, it, test } from 'vitest'
import { amountIn, decimalText, mayMeanThousands } from '#pwa/ui/decimal-text.ts'

/** The box after each letter was typed. */
function typed(text: string, decimals = 8): string {
  return [...text].reduce((box, letter) => decimalText(box + letter, box, decimals), '')
}

describe('the text of an amount box', () => {
  it.each([
    ['0.5', '0.5'],
    ['0,5', '0.5'],
    ['25,000', '25.000'],
    ['1e3', '13'],
    ['-5', '5'],
    ['1.2.3', '1.23'],
    ['1.500,', '1.500'],
    ['.5', '0.5'],
    ['٢٥٫٥', '25.5'],
  ])('is, after %j was typed, %j', (text, box) => {
    expect(typed(text)).toBe(box)
  })

  it.each([
    ['25,000', '25000'],
    [' 1,500.00 ', '1500.00'],
    ['1,234,567.5', '1234567.5'],
    ['0,25', '0.25'],
    ['0,125', '0.125'],
    ['25,0000', '25.0000'],
    ['12 000', '12000'],
    ['1.500,25', '1500.25'],
    ["1'500.25", '1500.25'],
    ['$1,500.25', '1500.25'],
    ['1,500.25 USDT', '1500.25'],
    ['0.123456789012345678', '0.12345678'],
    ['١٬٥٠٠٫٢٥', '1500.25'],
    ['१२.५', '12.5'],
    ['.123456789', '0.12345678'],
    ['ten', ''],
    ['1e3', ''],
    ['5k', ''],
    ['-5', ''],
    ['1,2,3', ''],
    ['1.2.3', ''],
  ])('is, after %j was pasted, %j', (text, box) => {
    expect(decimalText(text, '', 8)).toBe(box)
  })

  it('is a pasted amount, however long the one before was', () => {
    expect(decimalText('25,000', '1234567.5', 8)).toBe('25000')
  })

  it('keeps no more decimals than the amount can have', () => {
    expect(typed('1.239', 2)).toBe('1.23')
    // Typed between the others.
    expect(decimalText('1.923', '1.23', 2)).toBe('1.23')
  })

  it('is a pasted amount without the decimals that it cannot have', () => {
    expect(decimalText('12.3456', '', 2)).toBe('12.34')
    expect(decimalText('4.569', '1.23', 2)).toBe('4.56')
    expect(decimalText('12.3456', '7', 0)).toBe('12.')
  })
})

test.each([
  ['5.', '5'],
  ['5.2', '5.2'],
  ['', ''],
])('the amount in a box with %j is %j', (text, amount) => {
  expect(amountIn(text)).toBe(amount)
})

test.each([
  ['25.000', true],
  ['150.000', true],
  ['0.125', false],
  ['25.00', false],
  ['25.0001', false],
  ['2500.000', false],
])('an amount with a comma that reads %s may mean thousands: %s', (amount, may) => {
  expect(mayMeanThousands(amount)).toBe(may)
})
