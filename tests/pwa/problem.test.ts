import { describe, expect, test } from 'vitest'
import { problemOfFailure } from '#pwa/ui/problem.ts'

const fallback = { title: 'Order Failed', message: 'Failed to place order. Please try again.' }

describe('the failure text of a form', () => {
  test('is the text of the server’s refusal', () => {
    const refusal = { code: 'price.stale', error: 'Price not available', message: 'Too old' }
    expect(problemOfFailure(refusal, fallback)).toEqual({
      title: 'Price not available',
      code: 'price.stale',
      message: 'Too old',
    })
  })

  test.each(['fault', 'http', 'answer.unreadable'])('is the form’s own text after "%s"', (code) => {
    expect(problemOfFailure({ code, error: 'x', message: 'y' }, fallback)).toEqual({
      ...fallback,
      code,
    })
  })
})
