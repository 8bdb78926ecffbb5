import { describe, expect, test } from 'vitest'
import {
  addressProblemOf,
  asAddress,
  emptyDraft,
  leftAfter,
  problemOf,
  type WithdrawForm,
} from '#pwa/features/withdrawals/withdraw-draft.ts'

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const draft: WithdrawForm = {
  symbol: 'USDT',
  amount: '10',
  address: TRON,
  code: '',
  label: undefined,
}
const facts = { isSignedIn: true, available: '100', needsCode: undefined }

describe('a withdraw form', () => {
  test.each([
    ['no amount', { amount: '' }],
    ['no address', { address: '' }],
  ])('asks for what is missing: %s', (_, changed) => {
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

  test('refuses more than there is, and takes all of it', () => {
    expect(problemOf({ ...draft, amount: '100.5' }, facts)).toMatchObject({
      title: 'Insufficient Balance',
      message: 'You have 100.00000000 USDT available but trying to withdraw 100.50000000 USDT',
    })
    expect(problemOf({ ...draft, amount: '100' }, facts)).toBeUndefined()
  })

  test('leaves the balance to the server where it was never read', () => {
    expect(problemOf(draft, { ...facts, available: undefined })).toBeUndefined()
  })

  test('refuses an address of another network', () => {
    expect(problemOf({ ...draft, symbol: 'BTC' }, facts)).toMatchObject({
      title: 'Invalid Address',
      message: 'This is not a valid Bitcoin address.',
    })
    expect(addressProblemOf(draft)).toBeUndefined()
  })

  test('asks for a code and a label in the step that shows them', () => {
    const confirming = { ...facts, needsCode: true }
    expect(problemOf(draft, confirming)?.code).toBe('withdrawal.code_required')
    expect(problemOf({ ...draft, code: '123456' }, confirming)).toBeUndefined()
    expect(problemOf({ ...draft, label: ' ' }, facts)?.message).toBe(
      'Please give the address a label, or do not save it.',
    )
  })
})

test('an address is taken without the blanks that a wallet copies with it', () => {
  expect(asAddress(` ${TRON.slice(0, 10)}\n${TRON.slice(10)}\t`)).toBe(TRON)
})

test('a form begins with a coin that there is something of', () => {
  expect(emptyDraft((symbol) => (symbol === 'ETH' ? '2' : '0')).symbol).toBe('ETH')
  expect(emptyDraft(() => undefined)).toMatchObject({ symbol: 'BTC', amount: '', address: '' })
})

test('what is left is told where it is known and not less than nothing', () => {
  expect(leftAfter('2.5', '10')).toBe('7.5')
  expect(leftAfter('11', '10')).toBeUndefined()
  expect(leftAfter('1', undefined)).toBeUndefined()
})
