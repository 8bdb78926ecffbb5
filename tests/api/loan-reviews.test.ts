import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import {
  countLoansForReview,
  listLoansForReview,
  readLoanForReview,
} from '#shared/contract/loan-reviews.ts'
import { DAY_MS } from '#shared/time.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openTestApp } from './support/app.ts'
import type { Request } from './support/client.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { lending } from './support/loans.ts'
import { newAdmin, newUser, type Person, renewed } from './support/traders.ts'

const testApp = await openTestApp()
const { clock } = testApp

let admin = await newAdmin(testApp)

afterEach(() => expectSoundLedger(testApp))

const { submit, review, own } = lending(testApp, () => admin)

/** Moves the clock and opens a new session, because the old one expires. */
async function later(days: number, person: Person): Promise<Person> {
  clock.advance(days * DAY_MS)
  admin = await newAdmin(testApp)
  return renewed(testApp, person)
}

describe('reviewing', () => {
  test('approval credits the amount once', async () => {
    const user = await newUser(testApp)
    const { body } = await submit(user, { amount: '1234.56' })
    const { id } = body.loan
    const responses = await atOnce(10, () => review(id, { action: 'approve' }))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.find(({ status }) => status === 200)?.body).toEqual({
      message: 'Loan application approved successfully',
    })
    expect(await holdings(testApp, user)).toEqual({ USDT: '1234.56 + 0' })
    expect(await own(user)).toMatchObject([
      {
        status: 'approved',
        loan_status: 'Active',
        due: { principal: '1234.56', interest: '70.9872', penalty: '0', total: '1305.5472' },
      },
    ])
    const details = await admin.client.call(readLoanForReview, { params: { id } })
    expect(details).toMatchObject({ form: 'home', applicant: null, reviewed_by: admin.fullName })
  })

  test('rejection needs a reason and credits nothing', async () => {
    const user = await newUser(testApp)
    const { body } = await submit(user)
    const { id } = body.loan
    const bare = await review(id, { action: 'reject', rejectionReason: '  ' })
    expect([bare.status, bare.body.message]).toEqual([400, 'Please provide a rejection reason'])
    const response = await review(id, { action: 'reject', rejectionReason: ' No income ' })
    expect(response.body).toEqual({ message: 'Loan application rejected successfully' })
    expect(await own(user)).toMatchObject([
      { status: 'rejected', loan_status: null, rejection_reason: 'No income', due: null },
    ])
    expect(await holdings(testApp, user)).toEqual({})
    const again = await review(id, { action: 'approve' })
    expect([again.status, again.body.message]).toEqual([409, 'This request is already rejected.'])
  })

  test('only staff can review, and never their own application', async () => {
    const { body } = await submit(admin)
    const { id } = body.loan
    expect((await review(id, { action: 'approve' })).body.code).toBe('access.own_request')
    const user = await newUser(testApp)
    expect((await review(id, { action: 'approve' }, user)).body.code).toBe('access.forbidden')
    expect((await review(randomUUID(), { action: 'approve' })).status).toBe(404)
    const unknown = { params: { id: randomUUID() } }
    expect((await admin.client.send(readLoanForReview, unknown)).status).toBe(404)
  })

  test('applications can be searched by email, name, purpose and status, in pages', async () => {
    const user = await newUser(testApp)
    for (const purpose of ['A red Harmonium', 'A harmonium 100%', 'A cello']) {
      const { body } = await submit(user, { purpose })
      // A user has one application at a time; only the last one waits.
      if (purpose !== 'A cello') {
        await review(body.loan.id, { action: 'reject', rejectionReason: 'Not now' })
      }
    }
    const find = async (query: Request<typeof listLoansForReview>['query']) =>
      (await admin.client.call(listLoansForReview, { query: query ?? {} })).map(
        ({ purpose }) => purpose,
      )
    const all = ['A cello', 'A harmonium 100%', 'A red Harmonium']
    expect(await find({ search: user.email.toUpperCase() })).toEqual(all)
    expect(await find({ search: user.fullName })).toEqual(all)
    expect(await find({ search: 'harmonium' })).toEqual(all.slice(1))
    expect(await find({ search: '100%' })).toEqual(['A harmonium 100%'])
    expect(await find({ search: '_' })).toEqual([])
    expect(await find({ search: user.email, status: 'approved' })).toEqual([])

    const [newest] = await admin.client.call(listLoansForReview, {
      query: { search: user.email, limit: 1 },
    })
    const { id = '' } = newest ?? {}
    expect(await find({ search: user.email, before: id, limit: 1 })).toEqual(['A harmonium 100%'])
    await review(id, { action: 'approve' })
    expect(await find({ search: 'approved', limit: 1 })).toEqual(['A cello'])
    expect(await find({ search: 'active', limit: 1 })).toEqual([])
    for (const other of [await newUser(testApp), await newUser(testApp)]) await submit(other)
    const counts = await admin.client.call(countLoansForReview)
    expect(counts.pending).toBeGreaterThanOrEqual(2)
    expect(counts.approved).toBeGreaterThanOrEqual(1)
  })

  test('starts the term: the loan is due that many days after the approval', async () => {
    const first = await newUser(testApp)
    const { body } = await submit(first, { duration: 7 })
    const user = await later(8, first)
    expect(await own(user)).toMatchObject([{ status: 'pending', days_remaining: 7 }])
    expect((await review(body.loan.id, { action: 'approve' })).status).toBe(200)
    const [loan] = await own(user)
    const approvedMs = Date.parse(loan?.reviewed_at ?? '')
    expect(Date.parse(loan?.due_at ?? '')).toBe(approvedMs + 7 * DAY_MS)
    expect(loan).toMatchObject({ loan_status: 'Active', days_remaining: 7 })
  })
})
