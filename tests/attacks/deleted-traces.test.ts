import { beforeEach, expect, test } from 'vitest'
import { resetPortfolio } from '#shared/contract/adjustments.ts'
import { deleteUser, updateUserPassword } from '#shared/contract/users.ts'
import { DAY_MS } from '#shared/time.ts'
import { newAccount } from '../api/support/accounts.ts'
import { offerUsdtAddress } from '../api/support/addresses.ts'
import { openTestApp } from '../api/support/app.ts'
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

/** A customer whom the dishonest member of staff credited for a forged proof. */
async function accomplice(): Promise<Person> {
  const customer = await newUser(world)
  const id = await depositBy(customer)
  expect((await decide(dishonest, 'deposit', id, 'approve')).status).toBe(200)
  const body = { userId: customer.userId, reason: 'Closing' }
  await colleague.client.call(resetPortfolio, { body })
  return customer
}

test('a member of staff who approved a proof cannot delete it together with its user', async () => {
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
