import { describe, expect, test } from 'vitest'
import { kycRefusal, maskSsn } from '#shared/rules/kyc.ts'

describe('a masked SSN', () => {
  test.each([
    ['123-45-6789', '•••-••-6789'],
    ['123456789', '•••-••-6789'],
    [' 123 45 6789 ', '•••-••-6789'],
    ['AB 12 34 56 C', '•••-••-456C'],
    ['123456', '•••-••-•456'],
    ['12', '•••-••-•••2'],
    ['1', '•••-••-••••'],
    ['', '•••-••-••••'],
  ])('of %j is %s', (ssn, masked) => expect(maskSsn(ssn)).toBe(masked))
})

describe('a submission', () => {
  const complete = { fullName: 'Demo User', ssn: 'any', address: 'Street 1', hasDocuments: true }

  test('that is complete is taken, whatever the SSN looks like', () =>
    expect(kycRefusal(complete)).toBeUndefined())

  test.each(['fullName', 'ssn', 'address'])('without %s is not', (field) =>
    expect(kycRefusal({ ...complete, hasDocuments: false, [field]: '  ' })).toEqual({
      refused: 'kyc.fields_missing',
    }),
  )

  test('without its images is not', () =>
    expect(kycRefusal({ ...complete, hasDocuments: false })).toEqual({
      refused: 'kyc.documents_missing',
    }))
})
