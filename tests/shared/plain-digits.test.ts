import { expect, test } from 'vitest'
import { plainDigits } from '#shared/text/plain-digits.ts'

test.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['०१२३४५६७८९', '0123456789'],
  ['abc 42', 'abc 42'],
])('the digits of %s are %s', (text, digits) => {
  expect(plainDigits(text)).toBe(digits)
})
