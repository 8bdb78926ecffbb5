import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { loans } from '#server/features/loans/decider.ts'
import { beginStream } from '#server/platform/begin-stream.ts'
import { readLoanForReview, reviewLoan } from '#shared/contract/loan-reviews.ts'
import { listLoans, payLoan, submitLoan } from '#shared/contract/loans.ts'
import { LOAN_RATES } from '#shared/rules/loans.ts'
import { DAY_MS, instantOf } from '#shared/time.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { expectSoundLedger, holdings } from '#tests/api/support/ledger.ts'
import { fund, newAdmin, newUser, type Person, renewed } from '#tests/api/support/traders.ts'

const testApp = await openTestApp({ config: { secondApprovalAboveUsd: '0' } })
const { clock, services } = testApp

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(testApp)
})

const apply = async (by: Person, amount: string, key?: string) => {
  const body = { amount, purpose: 'A van', duration: 30 }
  const response = await by.client.send(submitLoan, { body, files: {}, ...(key ? { key } : {}) })
  return { status: response.status, code: response.body.code, id: response.body.loan?.id ?? '' }
}
const decide = async (id: string, action: 'approve' | 'reject' = 'approve') => {
  const body = { action, ...(action === 'reject' ? { rejectionReason: 'No income' } : {}) }
  const response = await admin.client.send(reviewLoan, { params: { id }, body })
  return [response.status, (response.body as { code?: string }).code ?? 'done']
}
const own = (by: Person) => by.client.call(listLoans, { params: { userId: by.userId } })

/** An application from before applications were limited. */
async function oldApplication({ userId, userNo, client: _ }: Person, amount: string) {
  const at = instantOf(clock.now())
  const caller = { userId, userNo } as Parameters<typeof beginStream>[1]['caller']
  const cause = {
    key: { header: randomUUID(), actorId: userId },
    requestHash: Buffer.alloc(32),
    metadata: { actor: { kind: 'user', id: userId }, at, correlation: randomUUID() },
  } as unknown as Parameters<typeof beginStream>[1]['cause']
  const requested = {
    type: 'LoanRequested' as const,
    data: {
      userId,
      userNo: String(userNo),
      applicantId: randomUUID(),
      form: 'home' as const,
      principal: { symbol: 'USDT', amount },
      termDays: 30,
      rates: { ...LOAN_RATES },
      documents: [],
      createdAt: at,
    },
  }
  const begun = await beginStream(services, { aggregate: loans, caller, cause }, () => requested)
  if ('refused' in begun) throw new Error(begun.refused)
  return begun.id
}

describe('a customer cannot owe more than the platform lends them', () => {
  test('with three applications of 24,000 one after the other', async () => {
    const player = await newUser(testApp)
    const first = await apply(player, '23000')
    expect(first.status).toBe(200)
    expect(await apply(player, '23000')).toMatchObject({ status: 409, code: 'loan.one_at_a_time' })
    expect(await decide(first.id)).toEqual([200, 'done'])
    expect(await apply(player, '23000')).toMatchObject({ status: 409, code: 'loan.owed_too_much' })
    expect(await holdings(testApp, player)).toEqual({ USDT: '23000 + 0' })
    await expectSoundLedger(testApp)
  })

  test('with three applications at the same moment', async () => {
    const player = await newUser(testApp)
    const responses = await Promise.all([1, 2, 3].map(() => apply(player, '1000')))
    expect(responses.map(({ status, code }) => code ?? status).sort()).toEqual([
      200,
      'loan.one_at_a_time',
      'loan.one_at_a_time',
    ])
    expect(await own(player)).toHaveLength(1)
  })

  test('with a repeated key, which is still one application', async () => {
    const player = await newUser(testApp)
    const key = randomUUID()
    const responses = await Promise.all([1, 2, 3].map(() => apply(player, '1000', key)))
    expect(new Set(responses.map(({ status, id }) => `${status} ${id}`)).size).toBe(1)
    expect(responses[0]?.status).toBe(200)
  })

  test('with one amount that is too large with its interest', async () => {
    const player = await newUser(testApp)
    expect(await apply(player, '24000')).toMatchObject({ status: 409, code: 'loan.owed_too_much' })
    expect((await apply(player, '23640.66')).status).toBe(200)
  })

  test('with applications from before the limit that are approved at the same moment', async () => {
    const player = await newUser(testApp)
    const ids = await Promise.all([1, 2, 3].map(() => oldApplication(player, '10000')))
    const responses = await Promise.all(ids.map((id) => decide(id)))
    expect(responses.map(([status, code]) => [status, code].join(' ')).sort()).toEqual([
      '200 done',
      '200 done',
      '409 loan.owed_too_much',
    ])
    expect(await holdings(testApp, player)).toEqual({ USDT: '20000 + 0' })
    await expectSoundLedger(testApp)
  })

  test('by letting penalties grow between application and approval', async () => {
    const early = await newUser(testApp)
    const first = await apply(early, '12000')
    await decide(first.id)
    clock.advance(29 * DAY_MS)
    let player = await renewed(testApp, early)
    const second = await apply(player, '11000')
    expect(second.status).toBe(200)
    clock.advance(5 * DAY_MS)
    player = await renewed(testApp, player)
    admin = await renewed(testApp, admin)
    const review = await admin.client.call(readLoanForReview, { params: { id: second.id } })
    expect(review).toMatchObject({
      exposure: { overdue: 1, open: 1, waiting: 0, maximum: '25000' },
    })
    expect(await decide(second.id)).toEqual([409, 'loan.owed_too_much'])
    expect(await decide(second.id, 'reject')).toEqual([200, 'done'])
    await fund(testApp, player, 'USDT', '10000')
    const paid = await player.client.send(payLoan, { params: { id: first.id }, body: {} })
    expect(paid.status).toBe(200)
    expect((await apply(player, '23000')).status).toBe(200)
  })
})

test('a customer can apply again after a rejection', async () => {
  const player = await newUser(testApp)
  const { id } = await apply(player, '1000')
  await decide(id, 'reject')
  expect((await apply(player, '1000')).status).toBe(200)
})
