import { describe, expect, test } from 'vitest'
import {
  EMPTY_LOAN,
  FIELD_OF,
  type FullLoanDraft,
  type FullLoanValues,
  PHOTO_NAMES,
  problemOf as problemOfPage,
} from '#pwa/features/loans/full-loan-draft.ts'
import {
  dueOf,
  isOwed,
  labelOf,
  repaymentOf,
  termPassed,
  timeLeft,
} from '#pwa/features/loans/loan-standing.ts'
import { documentProblem, EMPTY_DRAFT, problemOf } from '#pwa/features/loans/quick-loan-draft.ts'
import { atItsField } from '#pwa/hooks/form-state.ts'
import type { Loan } from '#shared/contract/loans.ts'
import { DAY_MS, epochMsOf } from '#shared/time.ts'

const file = (name: string, bytes = 10, type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], name, { type })
const MB = 1024 * 1024

describe('the form of the home page', () => {
  const draft = { ...EMPTY_DRAFT, amount: '500', purpose: 'Tyres', duration: '30' }

  test.each([
    ['nothing is filled in', EMPTY_DRAFT, 'Please fill in all required fields'],
    ['the purpose is blank', { ...draft, purpose: '  ' }, 'Please fill in all required fields'],
    ['the amount is invalid', { ...draft, amount: '0' }, 'Please enter a valid loan amount'],
    [
      'the term is too short',
      { ...draft, duration: '6' },
      'Loan duration must be between 7 and 90 days',
    ],
    [
      'the term is too long',
      { ...draft, duration: '91' },
      'Loan duration must be between 7 and 90 days',
    ],
    [
      'a document is too large',
      { ...draft, documents: [file('a.pdf'), file('b.pdf', MB + 1)] },
      'File "b.pdf" is too large. Maximum size is 1 MB.',
    ],
  ])('reports that %s', (_, filledIn, message) => {
    expect(problemOf(filledIn)?.message).toBe(message)
  })

  test('says in the title that a file is too large', () => {
    expect(problemOf({ ...draft, documents: [file('b.pdf', MB + 1)] })?.title).toBe(
      'File Too Large',
    )
  })

  test('is valid without income and documents, and with documents of 1 MB', () => {
    expect(problemOf(draft)).toBeUndefined()
    expect(problemOf({ ...draft, documents: [file('a.PDF', MB)] })).toBeUndefined()
  })
})

test.each(['pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png'])('a document may be a %s', (ending) => {
  expect(documentProblem(file(`statement.${ending}`))).toBeUndefined()
})

test('an unsupported document is named', () => {
  expect(documentProblem(file('notes.txt'))?.message).toContain('File "notes.txt" is not a PDF')
})

describe('the form of the loan page', () => {
  const values: FullLoanValues = {
    fullName: 'Demo User',
    email: 'demo@example.com',
    phoneNumber: '+1 555 0100',
    dateOfBirth: '1990-05-17',
    amount: '1000',
    purpose: 'business',
    duration: '30',
    monthlyIncome: '',
  }
  const photos = Object.fromEntries(PHOTO_NAMES.map((name) => [name, file(`${name}.jpg`)]))
  const draft: FullLoanDraft = { ...EMPTY_LOAN, ...values, ...photos, termsAccepted: true }
  const problemWith = (change: Partial<FullLoanDraft>) => {
    const problem = problemOfPage({ ...draft, ...change }, '2026-11-21')
    return problem && atItsField(problem, FIELD_OF)
  }

  test('is valid at the minimum and the maximum amount', () => {
    expect(problemWith({})).toBeUndefined()
    expect(problemWith({ amount: '1000000', duration: '180' })).toBeUndefined()
    expect(problemWith({ dateOfBirth: '2008-11-21' }), 'on the 18th birthday').toBeUndefined()
  })

  test.each([
    ['fullName', ' ', 'Please fill in all required fields'],
    ['dateOfBirth', '2027-01-01', 'Please enter a valid date of birth'],
    ['dateOfBirth', '2008-11-22', 'You must be at least 18 years old to apply for a loan'],
    ['amount', '999.99', 'Loan amount must be between 1,000 and 1,000,000 USDT'],
    ['duration', '45', 'Loan duration must be one of 30, 60, 90, 180 days'],
    ['purpose', 'holiday', 'Loan purpose must be one of trading, investment, personal, business'],
    ['monthlyIncome', '-1', 'Monthly income must be a number of at least 0'],
  ])('reports at %s that %j is invalid', (name, value, message) => {
    const problem = problemWith({ [name]: value })
    expect(problem?.message).toBe(message)
    expect(Object.keys(problem?.fields ?? {})).toEqual([name])
  })

  test('names the empty fields except the optional income', () => {
    expect(Object.keys(problemWith({ email: '', purpose: '' })?.fields ?? {})).toEqual([
      'email',
      'purpose',
    ])
  })

  test('names the missing images', () => {
    const problem = problemWith({ frontId: undefined })
    expect(problem?.title).toBe('Missing Documents')
    expect(Object.keys(problem?.fields ?? {})).toEqual(['frontId'])
  })

  test('asks for the terms last', () => {
    expect(problemWith({ termsAccepted: false })).toMatchObject({
      title: 'Terms Required',
      message: 'Please accept the terms and conditions.',
    })
  })
})

describe('an approved loan', () => {
  const START = epochMsOf('2026-01-01T00:00:00.000Z')
  const at = (days: number) => START + days * DAY_MS
  const loan: Loan = {
    id: '01890000-0000-7000-8000-000000000001',
    user_id: '01890000-0000-7000-8000-000000000002',
    amount: '1000',
    purpose: 'Tyres',
    duration: 30,
    monthly_income: null,
    documents: { urls: [], files: [] },
    status: 'approved',
    loan_status: 'Active',
    rejection_reason: null,
    created_at: '2026-01-01T00:00:00.000Z',
    reviewed_at: '2026-01-01T01:00:00.000Z',
    cancelled_at: null,
    loan_pay_date: null,
    starts_at: '2026-01-01T00:00:00.000Z',
    due_at: '2026-01-31T00:00:00.000Z',
    days_remaining: 30,
    rates: { interest: '5.75', penaltyPerDay: '5', penaltyMaximum: '100' },
    due: null,
    paid: null,
  }

  test.each([
    ['on its first day', 0, ['active', '30 days remaining', 0]],
    ['in the middle', 15, ['active', '15 days remaining', 50]],
    ['8 days before its end', 22, ['active', '8 days remaining', 73]],
    ['7 days before its end', 23, ['due_soon', '7 days remaining', 77]],
    ['on its last day', 29.5, ['due_soon', '1 day remaining', 97]],
    ['at its end', 30, ['due_soon', 'Due today', 100]],
    ['less than a day after it', 30.9, ['due_soon', 'Due today', 100]],
    ['a day after it', 31, ['overdue', '1 day overdue', 100]],
    ['long after it', 60, ['overdue', '30 days overdue', 100]],
  ])('%s has the expected status', (_, days, standing) => {
    const now = at(days)
    expect([labelOf(loan, now), timeLeft(loan, now), termPassed(loan, now)]).toEqual(standing)
  })

  test('owes principal, interest and a penalty for each late day', () => {
    expect(dueOf(loan, at(10))).toMatchObject({ interest: '57.5', penalty: '0', total: '1057.5' })
    expect(dueOf(loan, at(33))).toMatchObject({ penalty: '150', total: '1207.5', lateDays: 3 })
    expect(dueOf(loan, at(99))).toMatchObject({ penalty: '1000', total: '2057.5' })
  })

  test('is owed until it is paid', () => {
    expect(isOwed(loan)).toBe(true)
    const paid: Loan = { ...loan, loan_status: 'paid' }
    expect(isOwed(paid)).toBe(false)
    expect(labelOf(paid, at(99))).toBe('paid')
  })

  test('is not owed while it is pending, or once it is rejected or cancelled', () => {
    for (const status of ['pending', 'rejected', 'cancelled'] as const) {
      const application: Loan = { ...loan, status, loan_status: null }
      expect(isOwed(application)).toBe(false)
      expect(labelOf(application, at(99))).toBe(status)
    }
  })
})

describe('the cost of a loan', () => {
  const now = epochMsOf('2026-01-01T12:00:00.000Z')

  test('is known once amount and term are known', () => {
    expect(repaymentOf('1000', '30', now)).toEqual({
      principal: '1000',
      interest: '57.5',
      total: '1057.5',
      dueAt: '2026-01-31T12:00:00.000Z',
    })
  })

  test('is unknown for an incomplete number', () => {
    expect(repaymentOf('.', '', now)).toEqual({
      principal: undefined,
      interest: undefined,
      total: undefined,
      dueAt: undefined,
    })
    expect(repaymentOf('0', '0', now).total).toBeUndefined()
  })
})
