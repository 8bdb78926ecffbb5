import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asShown, problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import { useHiddenBalances } from '#pwa/stores/hidden-balances.ts'
import { problemOfFailure } from '#pwa/ui/problem.ts'
import { refuse } from '#shared/refusal.ts'

/** Refusals that state how much the user has or lacks. */
const SHORT = [
  refuse('balance.insufficient', { required: '9000', symbol: 'USDT', available: '4321' }),
  refuse('withdrawal.balance_insufficient', { symbol: 'BTC', available: '4321', amount: '9000' }),
  refuse('stake.balance_insufficient', { available: '4321' }),
  refuse('convert.balance_insufficient', { available: '4321' }),
  refuse('loan.balance_insufficient', { required: '9', available: '4321', shortfall: '8765' }),
] as const

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

describe('while balances are hidden', () => {
  beforeEach(() => useHiddenBalances.setState({ isHidden: true }))
  afterEach(() => useHiddenBalances.setState({ isHidden: false }))

  test.each(SHORT)(
    'the refusal $refused contains no balance, whether from the form or the server',
    (refusal) => {
      const { message } = problemOfRefusal(refusal, { available: () => '4,321.00' }) ?? {}
      expect(message).toContain('••••••')
      expect(message).not.toMatch(/4.?321|8.?765/)
      const { details = {} } = refusal
      expect(asShown({ code: refusal.refused, message: 'You have 4321', details }).message).toBe(
        problemOfRefusal(refusal)?.message,
      )
    },
  )

  test('other failures keep their text', () => {
    const failure = { code: 'price.stale', message: 'Too old', details: {} }
    expect(asShown(failure)).toBe(failure)
    const foreign = { code: 'http', message: '502', details: { available: '1' } }
    expect(asShown(foreign)).toBe(foreign)
  })
})

test('a failure keeps the balance in its text while balances are shown', () => {
  const [{ refused: code, details = {} }] = SHORT
  const failure = { code, message: 'Required: 9,000', details }
  expect(asShown(failure)).toBe(failure)
  expect(problemOfRefusal(SHORT[0])?.message).toContain('4,321')
})
