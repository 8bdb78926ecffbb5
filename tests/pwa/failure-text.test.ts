import { describe, expect, test } from 'vitest'
import { failureText } from '#pwa/hooks/failure-text.ts'

const fallback = { title: 'Order Failed', message: 'Failed to place order. Please try again.' }

describe('what a form says of a failure', () => {
  test('is what the server says, where it has refused', () => {
    const refusal = { code: 'price.stale', error: 'Price not available', message: 'Too old' }
    expect(failureText(refusal, fallback)).toEqual({
      title: 'Price not available',
      message: 'Too old',
    })
  })

  test.each(['fault', 'http', 'answer.unreadable'])('is its own text after "%s"', (code) => {
    expect(failureText({ code, error: 'x', message: 'y' }, fallback)).toBe(fallback)
  })
})
