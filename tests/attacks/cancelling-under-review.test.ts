import { beforeAll, describe, expect, test } from 'vitest'
import { claimReview, releaseReview } from '#shared/contract/review-desk.ts'
import {
  cancelWithdrawal,
  listOwnWithdrawals,
  reviewWithdrawal,
  submitWithdrawal,
} from '#shared/contract/withdrawals.ts'
import { CLAIM_MINUTES } from '#shared/rules/review-desk.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { expectSoundLedger, holdings } from '#tests/api/support/ledger.ts'
import { fund, newAdmin, newUser, type Person, renewed } from '#tests/api/support/traders.ts'
import { atOnce } from '#tests/support/at-once.ts'

const world = await openTestApp({ config: { secondApprovalAboveUsd: '1000' } })
const { clock } = world
const WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

let reviewer: Person
let customer: Person

beforeAll(async () => {
  reviewer = await newAdmin(world)
  customer = await newUser(world)
  await fund(world, customer, 'USDT', '100000')
})

async function ask(amount = '10', by = customer): Promise<string> {
  const body = { symbol: 'USDT', amount, walletAddress: WALLET } as const
  return (await by.client.call(submitWithdrawal, { body })).request.id
}

const caseOf = (id: string) => ({ params: { kind: 'withdrawal', id } })
const claim = (id: string, by = reviewer) =>
  by.client.send(claimReview, { ...caseOf(id), body: {} })
const release = (id: string) => reviewer.client.send(releaseReview, caseOf(id))
const cancel = async (id: string, by = customer) => {
  const { status, body } = await by.client.send(cancelWithdrawal, { params: { id } })
  return [status, (body as { code?: string }).code ?? 'cancelled']
}
const approve = (id: string, by = reviewer) =>
  by.client.send(reviewWithdrawal, { params: { id }, body: { action: 'approve' } })
const own = async (id: string, by = customer) =>
  (await by.client.call(listOwnWithdrawals, { query: {} })).find((each) => each.id === id)

const REFUSED = [409, 'withdrawal.in_review']

describe('a customer cannot cancel a withdrawal while staff are sending the coins', () => {
  test('a request that a reviewer has claimed cannot be cancelled', async () => {
    const id = await ask()
    expect(await own(id)).toMatchObject({ in_review: false })
    await claim(id)
    expect(await cancel(id)).toEqual(REFUSED)
    expect(await own(id)).toMatchObject({ status: 'pending', in_review: true })

    await release(id)
    expect(await own(id)).toMatchObject({ in_review: false })
    expect(await cancel(id)).toEqual([200, 'cancelled'])
  })

  test('a request that has the first of two approvals cannot be cancelled, even after a long wait', async () => {
    const id = await ask('1200')
    expect((await approve(id)).body).toMatchObject({ awaits_second_approval: true })
    expect(await cancel(id)).toEqual(REFUSED)
    expect(await own(id)).toMatchObject({ in_review: true })
    clock.advance(60 * MINUTE_MS)
    customer = await renewed(world, customer)
    reviewer = await renewed(world, reviewer)
    expect(await cancel(id)).toEqual(REFUSED)
    const second = await newAdmin(world)
    expect((await approve(id, second)).status).toBe(200)
    expect(await cancel(id)).toEqual([409, 'withdrawal.not_cancellable'])
  })

  test('a request can be cancelled again once its first approval no longer counts', async () => {
    const id = await ask('1200')
    await approve(id)
    clock.advance(7 * DAY_MS)
    customer = await renewed(world, customer)
    reviewer = await renewed(world, reviewer)
    expect(await own(id)).toMatchObject({ in_review: false })
    expect(await cancel(id)).toEqual([200, 'cancelled'])
  })

  test('a request can be cancelled again once the claim has expired', async () => {
    const id = await ask()
    await claim(id)
    clock.advance((CLAIM_MINUTES - 1) * MINUTE_MS)
    customer = await renewed(world, customer)
    expect(await cancel(id)).toEqual(REFUSED)
    clock.advance(2 * MINUTE_MS)
    customer = await renewed(world, customer)
    reviewer = await renewed(world, reviewer)
    expect(await own(id)).toMatchObject({ in_review: false })
    expect(await cancel(id)).toEqual([200, 'cancelled'])
    expect((await claim(id)).status).toBe(409)
  })

  test('a request that is cancelled and claimed at the same moment is either cancelled or claimed', async () => {
    // One user may have fewer than 40 waiting requests.
    for (const owner of [await newUser(world), await newUser(world)]) {
      await fund(world, owner, 'USDT', '1000')
      const ids = await atOnce(20, () => ask('10', owner))
      const outcomes = await Promise.all(
        ids.map(async (id) => {
          const [claimed, [cancelled]] = await Promise.all([claim(id), cancel(id, owner)])
          return { isClaimed: claimed.status === 200, isCancelled: cancelled === 200 }
        }),
      )
      const bothOrNeither = outcomes.filter(
        ({ isClaimed, isCancelled }) => isClaimed === isCancelled,
      )
      expect(bothOrNeither).toEqual([])
      const cancelled = outcomes.filter(({ isCancelled }) => isCancelled).length * 10
      expect(await holdings(world, owner)).toMatchObject({
        USDT: `${800 + cancelled} + ${200 - cancelled}`,
      })
    }
    await expectSoundLedger(world)
  })
})
