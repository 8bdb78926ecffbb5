import { beforeEach, expect, test } from 'vitest'
import { eraseKeptProofs } from '#server/features/account/kept-proofs.ts'
import { deleteAccount } from '#shared/contract/account.ts'
import { resetPortfolio } from '#shared/contract/adjustments.ts'
import { listDepositsForReview } from '#shared/contract/deposits.ts'
import { readReview } from '#shared/contract/review-desk.ts'
import { deleteUser, updateUserPassword } from '#shared/contract/users.ts'
import { DAY_MS } from '#shared/time.ts'
import { newAccount } from '../api/support/accounts.ts'
import { offerUsdtAddress } from '../api/support/addresses.ts'
import { openTestApp } from '../api/support/app.ts'
import type { FilePart } from '../api/support/client.ts'
import { photo } from '../api/support/pictures.ts'
import { decide, depositBy } from '../api/support/review-cases.ts'
import { newAdmin, newUser, type Person, renewed } from '../api/support/traders.ts'

const world = await openTestApp()
const { clock } = world

let dishonest: Person
let colleague: Person

beforeEach(async () => {
  ;[dishonest, colleague] = [await newAdmin(world), await newAdmin(world)]
  await offerUsdtAddress(world)
})

async function remove(by: Person, { userId }: Pick<Person, 'userId'>) {
  const { status, body } = await by.client.send(deleteUser, { body: { userId } })
  return body.code ?? status
}

/** A customer with a forged proof whom the dishonest member of staff credited. */
async function accomplice(proof?: FilePart): Promise<Person> {
  const customer = await newUser(world)
  const id = await depositBy(customer, proof)
  expect((await decide(dishonest, 'deposit', id, 'approve')).status).toBe(200)
  const body = { userId: customer.userId, reason: 'Closing' }
  await colleague.client.call(resetPortfolio, { body })
  return customer
}

test('a member of staff who approved a proof cannot delete it by deleting its user', async () => {
  const [first, second] = [await accomplice(), await accomplice()]
  expect(await remove(dishonest, first)).toBe('user.own_traces')
  expect(await remove(colleague, first)).toBe(200)
  clock.advance(7 * DAY_MS)
  dishonest = await renewed(world, dishonest)
  expect(await remove(dishonest, second)).toBe(200)
})

test('a member of staff who set the password of a user cannot delete the user', async () => {
  const customer = await newAccount(world)
  const body = { userId: customer.userId, newPassword: 'a password only staff know' }
  await dishonest.client.call(updateUserPassword, { body })
  expect(await remove(dishonest, customer)).toBe('user.own_traces')
  expect(await remove(colleague, customer)).toBe(200)
})

test('an accomplice who deletes the account leaves only the proof, for 90 days', async () => {
  const { services, app } = world
  const proof = await photo(64, 48)
  const customer = await accomplice(proof)
  const kept = async () => {
    const { rows } = await services.pool.query('select kind from upload where owner = $1', [
      customer.userNo,
    ])
    return rows.map(({ kind }) => kind)
  }
  const rejected = await depositBy(customer, await photo(48, 64))
  await decide(colleague, 'deposit', rejected, 'reject')
  expect(await kept()).toHaveLength(2)
  await customer.client.call(deleteAccount)
  expect(await kept()).toEqual(['screenshot'])

  // Staff can view it, and are warned when another account uses it again.
  const approved = await colleague.client.call(listDepositsForReview, {
    query: { status: 'approved', limit: 200 },
  })
  const shown = approved.find(({ user_id }) => user_id === customer.userId)
  expect((await app.inject(shown?.screenshot_url ?? '')).statusCode).toBe(200)
  const again = await depositBy(await newUser(world), proof)
  const params = { kind: 'deposit', id: again }
  const found = await colleague.client.call(readReview, { params })
  expect(found.look_alike_count).toBe(1)

  clock.advance(89 * DAY_MS)
  await eraseKeptProofs(services)
  expect(await kept()).toEqual(['screenshot'])
  clock.advance(DAY_MS)
  await eraseKeptProofs(services)
  expect(await kept()).toEqual([])
})
