import { describe, expect, test } from 'vitest'
import { maskAddress, maskSsn, refusalOf } from '#shared/rules/kyc.ts'

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

describe('a masked address', () => {
  test.each([
    ['12 Example Street, Springfield', '•••, Springfield'],
    ['12 Example Street\nFlat 3\nSpringfield', '•••, Springfield'],
    ['12 Example Street,', '•••'],
    ['Flat 3, 12 Example Street', '•••'],
    ['12 Example Street', '•••'],
    ['', '•••'],
  ])('of %j is %s', (address, masked) => expect(maskAddress(address)).toBe(masked))
})

describe('a submission', () => {
  const unknown = { status: undefined }
  const complete = { fullName: 'Demo User', ssn: 'any', address: 'Street 1', hasDocuments: true }

  test('is accepted if it is complete, with any format of SSN', () =>
    expect(refusalOf(complete, unknown)).toBeUndefined())

  test.each(['fullName', 'ssn', 'address'])('without %s is refused', (field) =>
    expect(refusalOf({ ...complete, hasDocuments: false, [field]: '  ' }, unknown)).toEqual({
      refused: 'kyc.fields_missing',
    }),
  )

  test('without its images is refused', () =>
    expect(refusalOf({ ...complete, hasDocuments: false }, unknown)).toEqual({
      refused: 'kyc.documents_missing',
    }))

  test.each(['pending', 'approved'] as const)('is refused while another one is %s', (status) =>
    expect(refusalOf(complete, { status })?.refused).toBe('kyc.submitted_already'),
  )

  test.each(['not_submitted', 'rejected'] as const)('is accepted after one is %s', (status) =>
    expect(refusalOf(complete, { status })).toBeUndefined(),
  )
})
