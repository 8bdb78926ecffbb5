import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#shared/contract/account.ts'
import {
  countLoansForReview,
  listLoansForReview,
  readLoanForReview,
} from '#shared/contract/loan-reviews.ts'
import { readLoanLimit } from '#shared/contract/loans.ts'
import { listNewResults } from '#shared/contract/results.ts'
import { claimReview, readReview } from '#shared/contract/review-desk.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openTestApp } from './support/app.ts'
import type { Request } from './support/client.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { lending } from './support/loans.ts'
import { disable, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp()
const { database } = testApp
const admin = await newAdmin(testApp)
const { submit, cancel, review, own } = lending(testApp, () => admin)

afterEach(() => expectSoundLedger(testApp))

const applied = async (by: Person, amount = '1000') =>
  (await submit(by, { amount })).body.loan.id as string
const isWaiting = async ({ client, userId }: Person) =>
  (await client.call(readLoanLimit, { params: { userId } })).is_waiting

describe('cancelling an application', () => {
  test('allows a new one at once', async () => {
    const user = await newUser(testApp)
    const id = await applied(user)
    expect((await submit(user)).body.code).toBe('loan.one_at_a_time')
    expect(await isWaiting(user)).toBe(true)
    const { status, body } = await cancel(user, id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, status: 'cancelled', loan_status: null, reviewed_at: null })
    expect(body.cancelled_at).not.toBeNull()
    expect(await isWaiting(user)).toBe(false)
    const next = await submit(user, { amount: '500' })
    expect(next.status).toBe(200)
    expect(await own(user)).toMatchObject([
      { id: next.body.loan.id, status: 'pending', cancelled_at: null },
      { id, status: 'cancelled', due: null, paid: null },
    ])
    expect(await holdings(testApp, user)).toEqual({})
  })

  test('is final: it cannot be approved, rejected or cancelled again', async () => {
    const user = await newUser(testApp)
    const id = await applied(user)
    await cancel(user, id)
    const late = [
      await review(id, { action: 'approve' }),
      await review(id, { action: 'reject', rejectionReason: 'No income' }),
    ]
    for (const { status, body } of late) {
      expect([status, body.message]).toEqual([409, 'This request is already cancelled.'])
    }
    const again = await cancel(user, id)
    expect([again.status, again.body.message]).toEqual([
      409,
      'This application is already cancelled.',
    ])
    expect(await holdings(testApp, user)).toEqual({})
  })

  test('is too late once staff have decided', async () => {
    const user = await newUser(testApp)
    const rejected = await applied(user)
    await review(rejected, { action: 'reject', rejectionReason: 'No income' })
    const approved = await applied(user)
    await review(approved, { action: 'approve' })
    const responses = [await cancel(user, rejected), await cancel(user, approved)]
    expect(responses.map(({ status, body }) => [status, body.message])).toEqual([
      [409, 'This application is already rejected.'],
      [409, 'This application is already approved.'],
    ])
    expect(await holdings(testApp, user)).toEqual({ USDT: '1000 + 0' })
  })

  test('succeeds or fails against a concurrent approval, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const user = await newUser(testApp)
      const id = await applied(user, '10')
      const [cancelled, approved] = await Promise.all([
        cancel(user, id),
        review(id, { action: 'approve' }),
      ])
      expect([cancelled.status, approved.status].sort()).toEqual([200, 409])
      const isLent = approved.status === 200
      expect((isLent ? cancelled : approved).body.code).toBe(
        isLent ? 'loan.not_cancellable' : 'review.already_decided',
      )
      expect(await holdings(testApp, user)).toEqual(isLent ? { USDT: '10 + 0' } : {})
      expect(await own(user)).toMatchObject([{ status: isLent ? 'approved' : 'cancelled' }])
      await expectSoundLedger(testApp)
    }
  })

  test('is possible while the account is disabled', async () => {
    const user = await newUser(testApp)
    const id = await applied(user)
    await disable(testApp, user)
    expect((await cancel(user, id)).body).toMatchObject({ id, status: 'cancelled' })
  })

  test('is only for the owner: for everyone else the application is unknown', async () => {
    const user = await newUser(testApp)
    const id = await applied(user)
    const strangers = [await newUser(testApp), admin]
    for (const each of strangers) expect((await cancel(each, id)).status).toBe(404)
    expect((await cancel(user, randomUUID())).status).toBe(404)
    expect(await own(user)).toMatchObject([{ status: 'pending' }])
  })

  test('with a repeated key happens once and returns the same response', async () => {
    const user = await newUser(testApp)
    const id = await applied(user)
    const key = randomUUID()
    const responses = await atOnce(5, () => cancel(user, id, key))
    expect(responses.map(({ status, body }) => [status, body.status])).toEqual(
      Array(5).fill([200, 'cancelled']),
    )
    await applied(user)
    expect((await cancel(user, id, key)).body).toMatchObject({ id, status: 'cancelled' })
    const { rows } = await database.pool.query(
      `select type from event where stream = $1 order by version`,
      [`loan-${id}`],
    )
    expect(rows.map(({ type }) => type)).toEqual(['LoanRequested', 'LoanCancelled'])
  })
})

describe('a cancelled application', () => {
  test('is shown to staff as cancelled, also in a case that is open', async () => {
    const user = await newUser(testApp)
    const id = await applied(user)
    const params = { kind: 'loan', id }
    const before = await admin.client.call(countLoansForReview)
    expect((await admin.client.send(claimReview, { params, body: {} })).status).toBe(200)
    await cancel(user, id)

    const found = await admin.client.call(readReview, { params })
    expect(found).toMatchObject({ item: { status: 'cancelled', waiting: false }, outcome: null })
    expect(found.decisions).toEqual([])
    expect((await admin.client.send(claimReview, { params, body: {} })).status).toBe(409)
    const single = await admin.client.call(readLoanForReview, { params: { id } })
    expect(single).toMatchObject({
      status: 'cancelled',
      reviewed_by: null,
      exposure: { waiting: 0 },
    })

    const idsOf = async (query: Request<typeof listLoansForReview>['query'] = {}) =>
      (await admin.client.call(listLoansForReview, { query })).map((loan) => loan.id)
    expect(await idsOf({ search: user.email, status: 'cancelled' })).toEqual([id])
    expect(await idsOf({ search: 'cancelled', limit: 1 })).toEqual([id])
    expect(await idsOf({ search: user.email, status: 'rejected' })).toEqual([])
    expect(await admin.client.call(countLoansForReview)).toEqual({
      ...before,
      pending: before.pending - 1,
    })
  })

  test('is not a new result for its owner, and does not prevent account deletion', async () => {
    const user = await newUser(testApp)
    await cancel(user, await applied(user))
    const { client, userId } = user
    const { results } = await client.call(listNewResults, { params: { userId } })
    expect(results).toEqual([])
    expect((await client.send(deleteAccount)).status).toBe(200)
  })
})
