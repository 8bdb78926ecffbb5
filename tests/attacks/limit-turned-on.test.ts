import { expect, test } from 'vitest'
import { updatePortfolio } from '#shared/contract/adjustments.ts'
import { deleteUser } from '#shared/contract/users.ts'
import { reviewWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { openTestApp, openTestServer } from '#tests/api/support/app.ts'
import { expectSoundLedger } from '#tests/api/support/ledger.ts'
import { newAdmin, newUser, type Person, renewed } from '#tests/api/support/traders.ts'

const WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

const unlimited = await openTestApp({ config: { secondApprovalAboveUsd: '0' } })
const { database, clock, market: priceSource } = unlimited

async function creditAlone(by: Person, { userId }: Person, available: string): Promise<void> {
  const balances = { USDT: { was: '0', available } }
  const body = { userId, reason: 'Missed deposit', balances }
  expect((await by.client.send(updatePortfolio, { body })).body.awaits_second_approval).toBe(
    undefined,
  )
}

async function releaseAlone(by: Person, customer: Person, amount: string) {
  const body = { symbol: 'USDT', amount, walletAddress: WALLET } as const
  const { request } = await customer.client.call(submitWithdrawal, { body })
  const approval = { params: { id: request.id }, body: { action: 'approve' } } as const
  const response = await by.client.send(reviewWithdrawal, approval)
  return response.body.awaits_second_approval ? 'waits for a second person' : response.status
}

test('amounts that one person credited while limits were off count once limits are on', async () => {
  const [dishonest, friend] = [await newAdmin(unlimited), await newUser(unlimited)]
  const another = await newUser(unlimited)
  await creditAlone(dishonest, another, '40000')
  expect(await releaseAlone(dishonest, another, '30000')).toBe(200)
  await creditAlone(dishonest, friend, '10000')
  expect(await releaseAlone(dishonest, friend, '2000')).toBe(200)

  const config = { secondApprovalAboveUsd: '25000' }
  const limited = await openTestServer(database, { clock, priceSource, config })
  const [staff, customer] = [await renewed(limited, dishonest), await renewed(limited, friend)]
  expect(await releaseAlone(staff, customer, '2501')).toBe('waits for a second person')
  await limited.stop()
  await expectSoundLedger(unlimited)
})

test('a person who credited a customer cannot delete the account, even without limits', async () => {
  const [dishonest, friend] = [await newAdmin(unlimited), await newUser(unlimited)]
  await creditAlone(dishonest, friend, '100')
  expect(await releaseAlone(dishonest, friend, '100')).toBe(200)
  const response = await dishonest.client.send(deleteUser, { body: { userId: friend.userId } })
  expect([response.status, (response.body as { code?: string }).code]).toEqual([
    403,
    'user.own_traces',
  ])
})
