import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { sweepApplicants } from '#server/features/loans/applicants.ts'
import { readLoanForReview } from '#shared/contract/loan-reviews.ts'
import { applyForLoan, submitLoan } from '#shared/contract/loans.ts'
import { inEveryPlace, LOAN_APPLICATION } from '#tests/support/loan-application.ts'
import { openTestApp } from './support/app.ts'
import { pdf } from './support/documents.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { type LoanBody, lending } from './support/loans.ts'
import { expectNoSecrets } from './support/no-secrets.ts'
import { photo } from './support/pictures.ts'
import { disable, newAdmin, newUser } from './support/traders.ts'

const testApp = await openTestApp()
const { services, database } = testApp

const admin = await newAdmin(testApp)

afterEach(() => expectSoundLedger(testApp))

const { submit, review, own } = lending(testApp, () => admin)

describe('applying', () => {
  test('on the home page creates a pending request and moves no money', async () => {
    const user = await newUser(testApp)
    const { status, body } = await submit(user, {
      monthly_income: '2500.50',
      interest_rate: '5.75',
    })
    expect(status).toBe(200)
    expect(body.message).toBe(
      "Loan application submitted successfully. We'll review it and get back to you soon.",
    )
    expect(body.loan).toMatchObject({
      user_id: user.userId,
      amount: '1000',
      purpose: 'A van',
      duration: 30,
      monthly_income: '2500.5',
      status: 'pending',
      loan_status: null,
      rejection_reason: null,
      reviewed_at: null,
      loan_pay_date: null,
      days_remaining: 30,
      due: null,
      paid: null,
    })
    expect(await holdings(testApp, user)).toEqual({})
    expect(await own(user)).toMatchObject([{ id: body.loan.id, purpose: 'A van' }])
  })

  test('keeps personal data out of the log', async () => {
    const user = await newUser(testApp)
    const image = await photo()
    const { loan } = await user.client.call(applyForLoan, {
      body: {
        ...{ ...LOAN_APPLICATION, userId: user.userId, amount: '5000', duration: 60 },
        ...{ fullName: 'Applicant Example', email: 'Applicant@Example.com' },
        ...{ phoneNumber: '+1 555 0177', monthlyIncome: '4321' },
        ...{ interestRate: '5.75', status: 'pending' },
      },
      files: { ...inEveryPlace(image), frontId: { ...image, name: 'applicant.jpg' } },
    })
    const { rows } = await database.pool.query<{ text: string }>(
      `select string_agg(data::text || metadata::text, '') as text from event where stream = $1
       union all select data::text from document where stream = $1
       union all select row_to_json(a)::text from loan_applicant a where user_id = $2`,
      [`loan-${loan.id}`, user.userId],
    )
    const text = rows.map((row) => row.text).join('')
    expect(text).toContain(user.userId)
    const personal = ['Applicant', 'example.com', '0177', '1990-12-31', '4321', 'applicant.jpg']
    expectNoSecrets(text, personal)
    const found = await admin.client.call(readLoanForReview, { params: { id: loan.id } })
    expect(found).toMatchObject({
      form: 'page',
      monthly_income: '4321',
      applicant: {
        fullName: 'Applicant Example',
        email: 'applicant@example.com',
        phoneNumber: '+1 555 0177',
        dateOfBirth: '1990-12-31',
      },
      users: { full_name: user.fullName, email: user.email },
    })
    expect(found.documents.files[0]?.name).toBe('applicant.jpg')

    await database.pool.query('delete from person_key where user_id = $1', [user.userId])
    expect(await admin.client.call(readLoanForReview, { params: { id: loan.id } })).toMatchObject({
      amount: '5000',
      purpose: '',
      monthly_income: null,
      applicant: null,
    })
  })

  test('returns the first application for a repetition and stores only one', async () => {
    const user = await newUser(testApp)
    const key = randomUUID()
    const both = () => Promise.all([submit(user, {}, key), submit(user, {}, key)])
    const responses = [...(await both()), ...(await both())]
    expect(new Set(responses.map(({ body }) => body.loan.id)).size).toBe(1)
    // Reject it first, because while it waits another one is refused before its applicant is
    // stored.
    await review(responses[0]?.body.loan.id ?? '', { action: 'reject', rejectionReason: 'Not now' })
    const other = await submit(user, { purpose: 'A boat' }, key)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency.key_reused'])
    expect(await own(user)).toMatchObject([{ purpose: 'A van' }])

    const count = async () => {
      const { rows } = await database.pool.query<{ count: number }>(
        'select count(*)::int as count from loan_applicant where user_id = $1',
        [user.userId],
      )
      return rows[0]?.count
    }
    // The sweep deletes the rows of the refused application and keeps those of an event.
    expect(await count()).toBe(2)
    await database.pool.query(`update loan_applicant set created_at = now() - interval '2 days'`)
    await sweepApplicants(services.pool)
    expect(await count()).toBe(1)
    expect(await own(user)).toMatchObject([{ purpose: 'A van' }])
  })

  test.each<[LoanBody, number, string, string]>([
    [{ purpose: '' }, 400, 'loan.fields_missing', 'Please fill in all required fields'],
    [{ amount: '0' }, 400, 'loan.amount_invalid', 'Please enter a valid loan amount'],
    [
      { duration: 91 },
      400,
      'loan.duration_out_of_range',
      'Loan duration must be between 7 and 90 days',
    ],
    [
      { interest_rate: '4' },
      409,
      'terms.changed',
      'The terms have changed. Check them again before you submit.',
    ],
  ])('is refused for %o', async (body, status, code, message) => {
    const user = await newUser(testApp)
    const response = await submit(user, body)
    expect([response.status, response.body.code, response.body.message]).toEqual([
      status,
      code,
      message,
    ])
    expect(await own(user)).toEqual([])
  })

  test('is refused in another user’s name, without accepted terms and for a disabled user', async () => {
    const [user, stranger] = [await newUser(testApp), await newUser(testApp)]
    const named = await user.client.send(applyForLoan, { body: { userId: stranger.userId } })
    expect([named.status, named.body.code]).toEqual([403, 'access.forbidden'])
    const unticked = await user.client.send(applyForLoan, {
      body: { ...LOAN_APPLICATION, termsAccepted: 'false' },
      files: inEveryPlace(await photo()),
    })
    expect([unticked.body.error, unticked.body.message]).toEqual([
      'Terms Required',
      'Please accept the terms and conditions.',
    ])
    await disable(testApp, user)
    expect((await submit(user)).body.code).toBe('account.disabled')
  })
})

test('the sweep keeps the documents of an application', async () => {
  const user = await newUser(testApp)
  const { loan } = await user.client.call(submitLoan, {
    body: { amount: '10', purpose: 'A van', duration: 7 },
    files: { documents: [pdf()] },
  })
  await database.pool.query(`update upload set received_at = now() - interval '2 days'`)
  await services.uploads.sweep()
  expect((await testApp.app.inject(loan.documents.urls[0] ?? '')).statusCode).toBe(200)
})
