import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { readReview } from '#shared/contract/review-desk.ts'
import { approveOrder, placeTrade } from '#shared/contract/spot-orders.ts'
import { toggleUserStatus } from '#shared/contract/users.ts'
import { offerUsdtAddress } from '#tests/api/support/addresses.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { untilPriceAwaited } from '#tests/api/support/awaiting-price.ts'
import { expectSoundLedger, holdings } from '#tests/api/support/ledger.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { fund, newAdmin, newUser, type Person } from '#tests/api/support/traders.ts'
import { until } from '#tests/support/wait.ts'

const world = await openTestApp()
const { market, services } = world

let dishonest: Person
let third: Person
let user: Person

beforeAll(() => offerUsdtAddress(world))

beforeEach(async () => {
  ;[dishonest, third] = [await newAdmin(world), await newAdmin(world)]
  user = await newUser(world)
  await fund(world, user, 'USDT', '100')
})

afterEach(async () => {
  vi.restoreAllMocks()
  await expectSoundLedger(world)
})

const foundOut = () =>
  third.client.call(toggleUserStatus, { body: { userId: dishonest.userId, isActive: false } })

async function depositOfUser(): Promise<string> {
  const body = { symbol: 'USDT', amount: '50' } as const
  const files = { screenshot: await photo(16, 16) }
  return (await user.client.call(submitDeposit, { body, files })).request.id
}

const approveDeposit = (id: string) =>
  dishonest.client.send(reviewDeposit, { params: { id }, body: { action: 'approve' } })

async function isWaiting(kind: string, id: string): Promise<boolean> {
  return (await third.client.call(readReview, { params: { kind, id } })).item.waiting
}

test('decisions that a reviewer queued before they were disabled are refused', async () => {
  const deposit = await depositOfUser()
  const order = await user.client.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '0.001', price: '60000' },
  })
  const before = await holdings(world, user)

  market.fallSilent()
  const approvesOrder = await untilPriceAwaited(world, () =>
    dishonest.client.send(approveOrder, { params: { id: order.id } }),
  )
  const reads = vi.spyOn(services.log, 'readState')
  const approvesDeposit = approveDeposit(deposit)
  await until(() => reads.mock.calls.some(([stream]) => stream === `deposit-${deposit}`))
  await foundOut()
  market.speakAgain()

  const responses = await Promise.all([approvesOrder.response, approvesDeposit])
  for (const { body } of responses) expect(body.code).toBe('account.disabled')
  expect(await holdings(world, user)).toEqual(before)
  expect(await isWaiting('deposit', deposit)).toBe(true)
  expect(await isWaiting('spot-order', order.id)).toBe(true)
})

test('an approval that is about to be recorded while its reviewer is disabled is refused', async () => {
  const deposit = await depositOfUser()
  const append = services.log.append
  vi.spyOn(services.log, 'append').mockImplementationOnce(async (command) => {
    await foundOut()
    return append(command)
  })
  expect((await approveDeposit(deposit)).body.code).toBe('account.disabled')
  expect(await isWaiting('deposit', deposit)).toBe(true)
  expect(await holdings(world, user)).toEqual({ USDT: '100 + 0' })
})
