import { expect, test } from 'vitest'
import { updatePortfolio } from '#shared/contract/adjustments.ts'
import { readReview } from '#shared/contract/review-desk.ts'
import { PROPOSED_ALONE, SECOND_PERSON_MISSING } from '#shared/contract/reviews.ts'
import {
  listWithdrawalsForReview,
  reviewWithdrawal,
  submitWithdrawal,
} from '#shared/contract/withdrawals.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { fund, newAdmin, newUser } from '#tests/api/support/traders.ts'

const world = await openTestApp()
const WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

test('the only member of staff is told that a second person is needed, and how to add one', async () => {
  const [only, customer] = [await newAdmin(world), await newUser(world)]
  await fund(world, customer, 'USDT', '30000')
  const body = { symbol: 'USDT', amount: '30000', walletAddress: WALLET } as const
  const { id } = (await customer.client.call(submitWithdrawal, { body })).request
  const listed = async (by = only) => (await by.client.call(listWithdrawalsForReview))[0]
  const missing = { needs_second_approval: true, second_person_missing: true }
  expect(await listed()).toMatchObject({ ...missing, second_approval_reason: 'amount' })

  const approval = { params: { id }, body: { action: 'approve' } } as const
  expect(await only.client.call(reviewWithdrawal, approval)).toEqual({
    message: SECOND_PERSON_MISSING,
    awaits_second_approval: true,
  })
  expect(SECOND_PERSON_MISSING).toContain('npm run grant')
  expect(await listed()).toMatchObject({ ...missing, first_approval: { user_id: only.userId } })
  const params = { kind: 'withdrawal', id }
  expect((await only.client.call(readReview, { params })).subject).toMatchObject(missing)

  const large = { available: '30000', was: '0' }
  const adjustment = { userId: customer.userId, reason: 'Gift', balances: { USDT: large } }
  const response = await only.client.call(updatePortfolio, { body: adjustment })
  expect(response.message).toContain(PROPOSED_ALONE)

  const second = await newAdmin(world)
  expect(await listed(second)).toMatchObject({ second_person_missing: false })
  expect(await second.client.call(reviewWithdrawal, approval)).toEqual({
    message: 'Withdraw request approved successfully',
  })
})
