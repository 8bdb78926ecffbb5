import { beforeAll, expect, test } from 'vitest'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { listNewResults, seeResults } from '#shared/contract/results.ts'
import { listTrades, placeTrade, rejectOrder } from '#shared/contract/spot-orders.ts'
import {
  acknowledgeTransaction,
  countNewTransactions,
  listTransactions,
} from '#shared/contract/transactions.ts'
import { hideOrders, hideTransactions } from '#shared/contract/user-history.ts'
import { reviewWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { expectSoundLedger } from '#tests/api/support/ledger.ts'
import { fund, newAdmin, newUser, type Person } from '#tests/api/support/traders.ts'

/** A dishonest colleague hides their decision before the owner has seen it. */
const world = await openTestApp()

let thief: Person

beforeAll(async () => {
  thief = await newAdmin(world)
})

async function funded(): Promise<Person> {
  const owner = await newUser(world)
  await fund(world, owner, 'USDT', '1000')
  return owner
}

const newsOf = ({ client, userId }: Person) => client.call(listNewResults, { params: { userId } })

test('a hidden withdrawal stays a new notification until its owner presses OK', async () => {
  const owner = await funded()
  const params = { userId: owner.userId }
  const count = async () => (await owner.client.call(countNewTransactions, { params })).count
  const ids = async (query = {}) =>
    (await owner.client.call(listTransactions, { params, query })).map(({ id }) => id)
  const asked = { symbol: 'USDT', amount: '20', walletAddress: DEMO_WALLET.address } as const
  const { id } = (await owner.client.call(submitWithdrawal, { body: asked })).request
  await thief.client.call(reviewWithdrawal, { params: { id }, body: { action: 'approve' } })
  expect(await count()).toBe(1)

  const hiding = { userId: owner.userId, ids: [id] }
  expect((await thief.client.call(hideTransactions, { body: hiding })).hidden).toBe(1)
  expect(await count()).toBe(1)
  expect((await newsOf(owner)).results).toMatchObject([{ kind: 'withdrawal', count: 1 }])
  expect([await ids({ new: 'true' }), await ids()]).toEqual([[id], [id]])

  const body = { type: 'withdraw', id, is_new: false } as const
  await owner.client.call(acknowledgeTransaction, { body })
  expect([await count(), await ids({ new: 'true' }), await ids()]).toEqual([0, [], []])
  expect(await ids({ new: 'false', archived: 'true' })).toEqual([id])
  await expectSoundLedger(world)
})

test('a hidden order stays on its owner’s list until they have seen it', async () => {
  const owner = await funded()
  const params = { userId: owner.userId }
  const ids = async (query = {}) => {
    const trades = await owner.client.call(listTrades, {
      params,
      query: { state: 'history', ...query },
    })
    return trades.map((trade) => trade.id)
  }
  const order = { symbol: 'BTC/USDT', side: 'buy', amount: '0.01', price: '100' } as const
  const { id } = await owner.client.call(placeTrade, { body: order })
  await thief.client.call(rejectOrder, { params: { id }, body: {} })

  const hiding = { userId: owner.userId, ids: [id] }
  expect((await thief.client.call(hideOrders, { body: hiding })).hidden).toBe(1)
  const { as_of: until, results } = await newsOf(owner)
  expect(results).toMatchObject([{ kind: 'spot-order', count: 1 }])
  expect(await ids()).toEqual([id])

  await owner.client.call(seeResults, { body: { kind: 'spot-order', until } })
  expect([(await newsOf(owner)).results, await ids()]).toEqual([[], []])
  expect(await ids({ archived: 'true' })).toEqual([id])
})
