import { beforeAll, describe, expect, test } from 'vitest'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { reviewLoan } from '#shared/contract/loan-reviews.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { listNewResults, seeResults } from '#shared/contract/results.ts'
import { placeTrade, rejectOrder } from '#shared/contract/spot-orders.ts'
import { acknowledgeTransaction } from '#shared/contract/transactions.ts'
import { DAY_MS, instantOf } from '#shared/time.ts'
import { offerAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { photo } from './support/pictures.ts'
import { fund, newAdmin, newUser, type Person, renewed } from './support/traders.ts'

const testApp = await openTestApp()

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(testApp)
  const address = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'
  await offerAddress(testApp, { symbol: 'TRX', network: 'TRC20', address })
})

const newsOf = ({ client, userId }: Person) => client.call(listNewResults, { params: { userId } })
const see = ({ client }: Person, kind: string, until: string) =>
  client.send(seeResults, { body: { kind, until } })

async function rejectedLoan({ client }: Person): Promise<void> {
  const body = { amount: '1000', purpose: 'A van', duration: 30 }
  const { loan } = await client.call(submitLoan, { body, files: {} })
  const review = { action: 'reject', rejectionReason: 'No income' } as const
  await admin.client.call(reviewLoan, { params: { id: loan.id }, body: review })
}

async function rejectedOrder(by: Person): Promise<void> {
  await fund(testApp, by, 'USDT', '100')
  const body = { symbol: 'BTC/USDT', side: 'buy', amount: '0.01', price: '100' } as const
  const { id } = await by.client.call(placeTrade, { body })
  await admin.client.call(rejectOrder, { params: { id }, body: {} })
}

async function approvedDeposit({ client }: Person): Promise<string> {
  const body = { symbol: 'TRX', amount: '100' } as const
  const { request } = await client.call(submitDeposit, {
    body,
    files: { screenshot: await photo() },
  })
  await admin.client.call(reviewDeposit, {
    params: { id: request.id },
    body: { action: 'approve' },
  })
  return request.id
}

async function eventsOf({ userId }: Person): Promise<number> {
  const { rows } = await testApp.services.pool.query<{ count: number }>(
    'select count(*)::int as count from event where stream = $1',
    [`seen-results-${userId}`],
  )
  return rows[0]?.count ?? 0
}

describe('results of every kind of request', () => {
  test('are new until their list is shown or OK is pressed', async () => {
    const user = await newUser(testApp)
    expect((await newsOf(user)).results).toEqual([])
    const deposit = await approvedDeposit(user)
    await rejectedOrder(user)
    await rejectedLoan(user)
    const { as_of, results } = await newsOf(user)
    expect(results).toEqual([
      {
        kind: 'deposit',
        label: 'Deposits',
        url: '/?open=transaction-history',
        count: 1,
        needs_ok: true,
      },
      {
        kind: 'spot-order',
        label: 'Spot orders',
        url: '/exchange?tab=history',
        count: 1,
        needs_ok: false,
      },
      { kind: 'loan', label: 'Loans', url: '/?open=loan-history', count: 1, needs_ok: false },
    ])
    expect((await see(user, 'loan', as_of)).status).toBe(200)
    const left = async () => (await newsOf(user)).results.map(({ kind }) => kind)
    expect(await left()).toEqual(['deposit', 'spot-order'])
    expect((await see(user, 'deposit', as_of)).status).toBe(404)
    const body = { type: 'deposit', id: deposit, is_new: false } as const
    await user.client.call(acknowledgeTransaction, { body })
    expect(await left()).toEqual(['spot-order'])
  })

  test('are new again after the next decision, and seen on every device', async () => {
    const user = await newUser(testApp)
    await rejectedLoan(user)
    const { as_of } = await newsOf(user)
    await see(user, 'loan', as_of)
    expect((await see(await renewed(testApp, user), 'loan', as_of)).status).toBe(200)
    testApp.clock.advance(1_000)
    await rejectedLoan(user)
    expect((await newsOf(user)).results).toMatchObject([{ kind: 'loan', count: 1 }])
  })

  test('are recorded as shown by one event, however often the app reports it', async () => {
    const user = await newUser(testApp)
    const inFuture = () => instantOf(testApp.clock.now() + DAY_MS)
    const seen = async () => {
      testApp.clock.advance(1_000)
      expect((await see(user, 'loan', inFuture())).status).toBe(200)
      return eventsOf(user)
    }
    expect(await seen()).toBe(0)
    await rejectedLoan(user)
    expect(await seen()).toBe(1)
    expect(await seen()).toBe(1)
    await rejectedLoan(user)
    expect(await seen()).toBe(2)
  })

  test('are not announced after 30 days', async () => {
    const user = await newUser(testApp)
    await rejectedLoan(user)
    testApp.clock.advance(31 * DAY_MS)
    expect((await newsOf(await renewed(testApp, user))).results).toEqual([])
  })
})
