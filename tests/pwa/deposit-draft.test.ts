import { describe, expect, test } from 'vitest'
import { problemOf } from '#pwa/features/deposits/deposit-draft.ts'
import { SCREENSHOT_BYTES_MAX } from '#shared/contract/deposits.ts'
import { depositCoin } from '#shared/rules/deposits.ts'

const usdt = depositCoin('USDT')
if (!usdt) throw new Error('USDT can be deposited')

function picture({ size = 10, type = 'image/jpeg' } = {}): File {
  return new File([new Uint8Array(size)], 'proof.jpg', { type })
}

describe('a deposit form', () => {
  test.each([
    ['no amount', { amount: '', screenshot: picture() }],
    ['no screenshot', { amount: '10', screenshot: undefined }],
  ])('asks for missing fields: %s', (_, draft) => {
    expect(problemOf(draft, usdt)).toMatchObject({
      title: 'Missing Information',
      message: 'Please fill in the amount and upload a screenshot.',
    })
  })

  test.each(['0', '-1', 'ten', '1e3'])('refuses the amount %s', (amount) => {
    expect(problemOf({ amount, screenshot: picture() }, usdt)).toMatchObject({
      title: 'Invalid Amount',
      message: 'Please enter a valid amount greater than 0.',
    })
  })

  test('refuses less than the minimum and accepts the minimum', () => {
    const screenshot = picture()
    expect(problemOf({ amount: '9.99999999', screenshot }, usdt)?.message).toBe(
      'Minimum deposit is 10 USDT',
    )
    expect(problemOf({ amount: '10', screenshot }, usdt)).toBeUndefined()
  })

  test('accepts only images up to the size limit', () => {
    const text = picture({ type: 'text/html' })
    expect(problemOf({ amount: '10', screenshot: text }, usdt)?.title).toBe('Not an Image')
    const large = picture({ size: SCREENSHOT_BYTES_MAX + 1 })
    expect(problemOf({ amount: '10', screenshot: large }, usdt)?.title).toBe('File Too Large')
  })
})
