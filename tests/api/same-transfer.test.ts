import { beforeAll, expect, test } from 'vitest'
import { reviewDeposit } from '#shared/contract/deposits.ts'
import { readReview } from '#shared/contract/review-desk.ts'
import { SAME_AMOUNT_DAYS, SAME_AMOUNTS_SHOWN } from '#shared/rules/review-desk.ts'
import { DAY_MS } from '#shared/time.ts'
import { offerUsdtAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { screenshot } from './support/pictures.ts'
import { depositBy } from './support/review-cases.ts'
import { newAdmin, newUser, type Person, renewed } from './support/traders.ts'

const world = await openTestApp()

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(world)
  await offerUsdtAddress(world)
})

async function sameAs(id: string) {
  const params = { kind: 'deposit', id }
  const found = await admin.client.call(readReview, { params })
  return { ids: found.same_amounts?.map((each) => each.id), count: found.same_amount_count, found }
}

async function deposit(user: Person, amount: string, seed: number) {
  return depositBy(user, await screenshot(seed), amount)
}

const decide = (id: string, action: 'approve' | 'reject') =>
  admin.client.call(reviewDeposit, {
    params: { id },
    body: { action, ...(action === 'reject' ? { rejectionReason: 'Nothing has arrived' } : {}) },
  })

test('shows deposits of other users with the same amount, also with different screenshots', async () => {
  const [one, other, third] = [await newUser(world), await newUser(world), await newUser(world)]
  const approved = await deposit(one, '1234.5', 31)
  await decide(approved, 'approve')
  const near = await deposit(third, '1240', 32)
  const rejected = await deposit(third, '1234.5', 33)
  await decide(rejected, 'reject')
  await deposit(third, '1250', 34)
  await deposit(other, '1234.5', 35)
  const id = await deposit(other, '1234.5', 36)
  const { ids, count, found } = await sameAs(id)
  expect([ids, count]).toEqual([[near, approved], 2])
  expect(found.look_alikes).toEqual([])
  expect(found.same_amounts?.[1]).toMatchObject({
    status: 'approved',
    asset: 'USDT',
    amount: '1234.5',
    user: { id: one.userId, email: one.email },
  })
})

test('shows only the newest of a round amount, with the count of all', async () => {
  const users = await Promise.all(Array.from({ length: 3 }, () => newUser(world)))
  const sent: string[] = []
  for (let at = 0; at < SAME_AMOUNTS_SHOWN + 2; at += 1) {
    const user = users[at % 2]
    if (user) sent.push(await deposit(user, '5000', 40 + at))
  }
  const [, , last] = users
  const { ids, count } = await sameAs(await deposit(last as Person, '5000', 60))
  expect(ids).toEqual(sent.slice(-SAME_AMOUNTS_SHOWN).reverse())
  expect(count).toBe(sent.length)
})

test('shows none that were reported long before', async () => {
  const [one, other] = [await newUser(world), await newUser(world)]
  await deposit(one, '777', 70)
  world.clock.advance((SAME_AMOUNT_DAYS + 1) * DAY_MS)
  admin = await renewed(world, admin)
  const later = await renewed(world, other)
  expect((await sameAs(await deposit(later, '777', 71))).ids).toEqual([])
})
