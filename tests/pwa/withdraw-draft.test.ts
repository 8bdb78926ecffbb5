import { describe, expect, test } from 'vitest'
import { leftAfter } from '#pwa/components/available.tsx'
import {
  addressProblemOf,
  emptyDraft,
  problemOf,
  type WithdrawForm,
} from '#pwa/features/withdrawals/withdraw-draft.ts'
import { parseUnits } from '#shared/money.ts'

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const draft: WithdrawForm = {
  symbol: 'USDT',
  amount: '10',
  address: TRON,
  label: undefined,
}
const now = '2026-01-31T09:30:00.000Z'
const anywhere = { allowed: undefined, now }
const facts = { isSignedIn: true, available: '100', ...anywhere }

describe('a withdraw form', () => {
  test.each([
    ['no amount', { amount: '' }],
    ['no address', { address: '' }],
  ])('asks for missing fields: %s', (_, changed) => {
    expect(problemOf({ ...draft, ...changed }, facts)).toMatchObject({
      title: 'Missing Information',
      message: 'Please fill in both amount and wallet address.',
    })
  })

  test.each(['0', '.', '0.'])('refuses the amount "%s"', (amount) => {
    expect(problemOf({ ...draft, amount }, facts)).toMatchObject({
      title: 'Invalid Amount',
      message: 'Please enter a valid amount.',
    })
  })

  test('refuses more than the balance and accepts all of it', () => {
    expect(problemOf({ ...draft, amount: '100.5' }, facts)).toMatchObject({
      title: 'Insufficient Balance',
      message: 'You have 100.00000000 USDT available but trying to withdraw 100.50000000 USDT',
    })
    expect(problemOf({ ...draft, amount: '100' }, facts)).toBeUndefined()
  })

  test('accepts an unknown balance', () => {
    expect(problemOf(draft, { ...facts, available: undefined })).toBeUndefined()
  })

  test('refuses an address of another network', () => {
    expect(problemOf({ ...draft, symbol: 'BTC' }, facts)).toMatchObject({
      title: 'Invalid Address',
      message: 'This is not a valid Bitcoin address.',
    })
    expect(addressProblemOf(draft, anywhere)).toBeUndefined()
  })

  test('refuses an address that the allowlist blocks, and says from when it can be used', () => {
    const saved = { label: 'Savings', symbol: 'USDT', address: TRON }
    const fresh = { ...saved, savedAt: '2026-01-30T09:30:00.001Z' }
    expect(problemOf(draft, { ...facts, allowed: [] })).toMatchObject({
      code: 'withdrawal.address_not_saved',
      message:
        'Your allowlist is on, so you can withdraw only to saved addresses. Save this address, and you can use it 24 hours later.',
    })
    expect(problemOf(draft, { ...facts, allowed: [fresh] })?.code).toBe(
      'withdrawal.address_too_new',
    )
    expect(addressProblemOf(draft, { allowed: [fresh], now })).toMatch(
      /^Your allowlist is on, and “Savings” is new\. You can use it from Jan 31, 2026, /,
    )
    const old = { ...saved, savedAt: '2026-01-30T09:30:00.000Z' }
    expect(problemOf(draft, { ...facts, allowed: [old] })).toBeUndefined()
    expect(addressProblemOf(draft, { allowed: [old], now })).toBeUndefined()
  })

  test('requires a label for an address that is saved', () => {
    expect(problemOf({ ...draft, label: ' ' }, facts)?.message).toBe(
      'Please give the address a label, or do not save it.',
    )
  })
})

test('a form starts with a coin that the user holds', () => {
  expect(emptyDraft((symbol) => (symbol === 'ETH' ? '2' : '0')).symbol).toBe('ETH')
  expect(emptyDraft(() => undefined)).toMatchObject({ symbol: 'BTC', amount: '', address: '' })
})

test('the remaining balance is shown if it is known and not negative', () => {
  expect(leftAfter(parseUnits('2.5'), '10')).toBe(parseUnits('7.5'))
  expect(leftAfter(parseUnits('11'), '10')).toBeUndefined()
  expect(leftAfter(parseUnits('1'), undefined)).toBeUndefined()
})
