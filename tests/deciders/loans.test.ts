import { describe, test } from 'vitest'
import { loans, type RequestLoan, requestLoan } from '#server/features/loans/decider.ts'
import type { LoanEvent } from '#server/features/loans/events.ts'
import { parseUnits } from '#shared/money.ts'
import { given } from '#tests/support/decider-spec.ts'
import { LOAN_APPLICATION } from '#tests/support/loan-application.ts'
import { AT, ENOUGH, requested, usdt } from './loan-events.ts'

/** The facts of a user without loans. */
const FREE = { maximum: '2000000', owed: 0n, isWaiting: false }

const home: RequestLoan = {
  userId: 'user-1',
  userNo: '7',
  filled: { form: 'home', fields: { amount: '1000.50', purpose: 'A van', duration: '30' } },
  applicantId: 'applicant-1',
  documents: [{ id: 'upload-1', kind: 'supporting', type: 'application/pdf', bytes: 900 }],
}

const filledPage = { ...LOAN_APPLICATION, hasDocuments: true }

type HomeFields = Extract<RequestLoan['filled'], { form: 'home' }>['fields']
type PageFields = Extract<RequestLoan['filled'], { form: 'page' }>['fields']
const fromHome = (changed: HomeFields) => () =>
  requestLoan(
    { ...home, filled: { form: 'home', fields: { ...home.filled.fields, ...changed } } },
    { at: AT, exposure: FREE },
  )
const fromPage =
  (changed: Partial<PageFields> = {}, at = AT) =>
  () =>
    requestLoan(
      { ...home, filled: { form: 'page', fields: { ...filledPage, ...changed } } },
      { at, exposure: FREE },
    )

const nothing = given(loans, [])

describe('applying from the home page', () => {
  test('waits for review with the current rates', () => {
    nothing.when(() => requestLoan(home, { at: AT, exposure: FREE })).yields(requested)
  })

  test('accepts the interest that the user saw and refuses any other', () => {
    nothing
      .when(() => requestLoan({ ...home, claimedInterest: '5.750' }, { at: AT, exposure: FREE }))
      .yields(requested)
    nothing
      .when(() => requestLoan({ ...home, claimedInterest: '5.5' }, { at: AT, exposure: FREE }))
      .yields({ refused: 'terms.changed', details: { field: 'interest', actual: '5.75' } })
  })

  test('is refused in another user’s name', () => {
    nothing
      .when(() => requestLoan({ ...home, claimedUserId: 'user-2' }, { at: AT, exposure: FREE }))
      .yields({ refused: 'access.forbidden' })
  })

  test.each([{ amount: '' }, { purpose: '' }, { duration: '' }, { amount: undefined }])(
    'is refused without a required field: %o',
    (fields) => {
      nothing.when(fromHome(fields)).yields({ refused: 'loan.fields_missing' })
    },
  )

  test.each(['0', '-1', 'much', '1e3', '0.000000001'])(
    'is refused for an amount of %s',
    (amount) => {
      nothing.when(fromHome({ amount })).yields({ refused: 'loan.amount_invalid' })
    },
  )

  test.each(['6', '91', '7.5', 'week', '-30'])('is refused for %s days', (duration) => {
    nothing.when(fromHome({ duration })).yields({
      refused: 'loan.duration_out_of_range',
      details: { minimum: 7, maximum: 90 },
    })
  })

  test.each(['-0.01', 'a lot'])('is refused for a monthly income of %s', (monthlyIncome) => {
    nothing.when(fromHome({ monthlyIncome })).yields({ refused: 'loan.income_invalid' })
  })
})

describe('applying from the loan page', () => {
  test('waits for review and records no personal data', () => {
    nothing.when(fromPage()).yields({
      ...requested,
      data: { ...requested.data, form: 'page', principal: usdt('1000') },
    } as LoanEvent)
  })

  test.each(['amount', 'purpose', 'duration', 'fullName', 'email', 'phoneNumber', 'dateOfBirth'])(
    'is refused without %s',
    (field) => {
      nothing.when(fromPage({ [field]: '' })).yields({ refused: 'loan.fields_missing' })
    },
  )

  test.each(['1990-02-30', '1899-12-31', '2026-02-01', '31.12.1990', '1990-1-1'])(
    'is refused for the birth date %s',
    (dateOfBirth) => {
      nothing.when(fromPage({ dateOfBirth })).yields({ refused: 'loan.birth_date_invalid' })
    },
  )

  test.each([
    ['one day too young', '2008-02-01', AT, false],
    ['18 today', '2008-01-31', AT, true],
    ['not yet 18 in UTC', '2008-02-01', '2026-01-31T23:59:59.999Z', false],
    ['18 from midnight UTC on', '2008-02-01', '2026-02-01T00:00:00.000Z', true],
    ['born on a leap day, the day before', '2008-02-29', '2026-02-28T12:00:00.000Z', false],
    ['born on a leap day, the day after', '2008-02-29', '2026-03-01T12:00:00.000Z', true],
  ])('is for those who are 18: %s', (_, dateOfBirth, at, isOldEnough) => {
    const application = { ...requested.data, form: 'page', principal: usdt('1000'), createdAt: at }
    nothing
      .when(fromPage({ dateOfBirth }, at))
      .yields(
        isOldEnough
          ? ({ ...requested, data: application } as LoanEvent)
          : { refused: 'loan.under_age', details: { age: 18 } },
      )
  })

  test('is refused for an invalid amount', () => {
    nothing.when(fromPage({ amount: 'much' })).yields({ refused: 'loan.amount_invalid' })
  })

  test.each(['999.99999999', '1000000.00000001', '-5000'])(
    'is refused outside the limits: %s',
    (amount) => {
      nothing.when(fromPage({ amount })).yields({
        refused: 'loan.amount_out_of_range',
        details: { minimum: '1000', maximum: '1000000' },
      })
    },
  )

  test.each(['7', '31', 'month'])('is refused for %s days', (duration) => {
    nothing.when(fromPage({ duration })).yields({
      refused: 'loan.duration_unknown',
      details: { choices: '30, 60, 90, 180' },
    })
  })

  test('is refused for a purpose that is not offered', () => {
    nothing.when(fromPage({ purpose: 'A van' })).yields({
      refused: 'loan.purpose_unknown',
      details: { choices: 'trading, investment, personal, business' },
    })
  })

  test('is refused for an income below 0, missing images, or terms not accepted', () => {
    nothing.when(fromPage({ monthlyIncome: '-1' })).yields({ refused: 'loan.income_invalid' })
    nothing.when(fromPage({ hasDocuments: false })).yields({ refused: 'loan.documents_missing' })
    nothing.when(fromPage({ termsAccepted: false })).yields({ refused: 'loan.terms_required' })
  })
})

describe('a user with loans', () => {
  const applying = (exposure: typeof FREE) => () => requestLoan(home, { at: AT, exposure })

  test('has one application at a time', () => {
    nothing.when(applying({ ...FREE, isWaiting: true })).yields({ refused: 'loan.one_at_a_time' })
  })

  test('may owe the limit and not 0.00000001 more, with interest', () => {
    const maximum = '2058.02875'
    const owed = parseUnits('1000')
    nothing.when(applying({ ...FREE, maximum, owed })).yields(requested)
    nothing.when(applying({ ...FREE, maximum, owed: owed + 1n })).yields({
      refused: 'loan.owed_too_much',
      details: {
        maximum: '2058.02875000',
        owed: '1000.00000001',
        added: '1058.02875000',
        reader: 'borrower',
      },
    })
  })

  test('is not limited if the operator sets no limit', () => {
    nothing.when(applying({ ...FREE, maximum: '0', owed: ENOUGH })).yields(requested)
  })
})
