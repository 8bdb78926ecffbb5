import { describe, expect, test } from 'vitest'
import { describeRefusal, refusalMessages } from '#shared/errors.ts'
import { refuse } from '#shared/refusal.ts'
import { AMOUNTS, TIMES, WORDS } from '#shared/refusal-details.ts'
import { ENGLISH } from '#shared/text/english.ts'
import { COUNT, type Part, parseMessage } from '#shared/text/message.ts'
import { inLanguage } from '#shared/text/t.ts'

describe('the text of a refusal', () => {
  test.each([
    ['saved_address.exists', { label: '2024' }, '“2024”'],
    ['upload.not_image', { file: '20260131' }, '"20260131"'],
    ['review.claimed', { reviewer: '1234' }, '1234 is'],
    ['saved_address.exists', { label: '2026-01-31T09:30:00.000Z' }, '“2026-01-31T09:30:00.000Z”'],
  ] as const)('of %s keeps what people wrote', (code, details, said) => {
    expect(describeRefusal(code, details).message).toContain(said)
  })

  test.each([
    ['deposit.below_minimum', { minimum: '1000000', symbol: 'SHIB' }, '1,000,000 SHIB'],
    ['stake.balance_insufficient', { available: '1234.50000000' }, '1,234.50000000 USDT'],
    ['stake.balance_insufficient', { available: '••••••' }, '•••••• USDT'],
    ['statement.too_long', { lines: 12_345, maximum: 10_000 }, '12,345 movements'],
    ['withdrawal.on_hold', { until: '2026-01-31T09:30:00.000Z' }, 'Jan 31, 2026, 09:30 AM UTC'],
    ['passkey.full', { maximum: 1 }, '1 passkey.'],
    ['upload.unused_full', { maximum: '50 MB' }, '50 MB'],
    ['upload.too_many_pixels', { file: 'a.png', maximum: 50 }, '50 megapixels.'],
    [
      'withdrawal.too_many_waiting',
      { maximum: 30, hours: 1 },
      'You have 30 withdrawals that are pending, or that you submitted and cancelled in the last hour',
    ],
    [
      'order.too_many_waiting',
      { maximum: 100, hours: 1 },
      'Cancelled ones stop counting 1 hour after you submitted them.',
    ],
    ['kyc.too_many_name_changes', { maximum: 5, hours: 1 }, 'reset 5 times within 1 hour'],
  ] as const)('of %s has amounts and times as screens do', (code, details, said) => {
    expect(describeRefusal(code, details).message).toContain(said)
  })

  test('has amounts in the digits of its language', () => {
    const catalogue = { ...ENGLISH, digits: '०१२३४५६७८९' }
    const { message } = inLanguage(catalogue, () =>
      describeRefusal('deposit.below_minimum', { minimum: '1000', symbol: '1INCH' }),
    )
    expect(message).toContain('१,००० 1INCH')
  })

  test('has details whose format is defined in one list', () => {
    const names = refusalMessages().flatMap((message) => slotsOf(parseMessage(message)))
    expect([...new Set(names)].sort()).toEqual([...AMOUNTS, ...TIMES, ...WORDS].sort())
  })
})

test('a detail that is counted in a text is a number in every refusal', () => {
  // The type checker verifies this: if there were no error here, the next line would be one.
  // @ts-expect-error
  refuse('passkey.full', { maximum: '50 MB' })
  // @ts-expect-error
  refuse('passkey.full')
  expect(refuse('passkey.full', { maximum: 10 }).details).toEqual({ maximum: 10 })
})

/** The details inserted into a text, apart from those that it counts or chooses by. */
function slotsOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return []
    if ('slot' in part) return part.slot === COUNT ? [] : [part.slot]
    return 'tag' in part ? slotsOf(part.parts) : Object.values(part.cases).flatMap(slotsOf)
  })
}
