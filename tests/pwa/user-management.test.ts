import { describe, expect, test } from 'vitest'
import { scoreFrom } from '#pwa/features/user-management/credit-score-editor.tsx'
import { failedText } from '#pwa/features/user-management/failed-text.ts'
import { availableIn, editsOf } from '#pwa/features/user-management/portfolio-draft.ts'
import { isFullyVerified, isVerified, nameOf } from '#pwa/features/user-management/user-facts.ts'
import { foundText, userListTitle } from '#pwa/features/user-management/user-list.tsx'
import type { AdminUser } from '#shared/contract/users.ts'

describe('a typed credit score', () => {
  test.each([
    ['0', 0],
    [' 850 ', 850],
    ['007', 7],
    ['851', undefined],
    ['59.5', undefined],
    ['-1', undefined],
    ['1e2', undefined],
    ['', undefined],
  ])('%j is %s', (typed, score) => {
    expect(scoreFrom(typed)).toBe(score)
  })
})

describe('editing a portfolio', () => {
  const rows = [{ symbol: 'USDT', available: '100' }]
  const edits = (draft: Parameters<typeof editsOf>[0]) =>
    editsOf(draft, (symbol) => availableIn(rows, symbol))

  test('changes only the amounts that differ', () => {
    expect(edits({ USDT: '40', BTC: '0', ETH: '0.5' })).toEqual([
      { symbol: 'ETH', was: '0', available: '0.5', change: '0.5' },
      { symbol: 'USDT', was: '100', available: '40', change: '-60' },
    ])
    expect(edits({ USDT: '100.00' })).toEqual([])
    expect(edits({ USDT: '', BTC: '.' })).toEqual([])
  })
})

describe('a failure', () => {
  const failure = { status: 409, code: 'x', error: 'X', message: 'Not now.', details: {} }

  test('shows the form’s text with the reason', () => {
    expect(failedText('Failed to delete user', failure)).toBe('Failed to delete user: Not now.')
  })

  test('shows only the form’s text if the server did not respond', () => {
    expect(failedText('Failed to delete user', { ...failure, code: 'http' })).toBe(
      'Failed to delete user',
    )
  })
})

describe('a user on the list', () => {
  const user = { full_name: '', email: 'demo@example.com' } as AdminUser

  test('is shown by name, or else by email', () => {
    expect(nameOf(user)).toBe('demo@example.com')
    expect(nameOf({ ...user, full_name: 'Demo User' })).toBe('Demo User')
  })

  test('is verified with a confirmed email and an approved verification', () => {
    const verified = { ...user, is_verified: true, kyc_status: 'approved' } as const
    const confirmed = { ...verified, email_confirmed_at: '2026-01-31T09:30:00.000Z' }
    expect([isVerified(confirmed), isFullyVerified(confirmed)]).toEqual([true, true])
    const unconfirmed = { ...verified, email_confirmed_at: null }
    expect([isVerified(unconfirmed), isFullyVerified(unconfirmed)]).toEqual([false, false])
  })

  test('is counted with separators, and search results up to 1,000', () => {
    expect([userListTitle(undefined), userListTitle(12_034)]).toEqual([
      'All Users',
      'All Users (12,034)',
    ])
    expect([foundText(12), foundText(1_000)]).toEqual(['12 found', '1,000+ found'])
  })
})
