import { beforeAll, expect, test } from 'vitest'
import { changePassword } from '#shared/contract/auth.ts'
import { readReview } from '#shared/contract/review-desk.ts'
import {
  requestSecondFactorReset,
  reviewSecondFactorReset,
  type SecondFactorReset,
} from '#shared/contract/second-factor-resets.ts'
import { updateUserPassword } from '#shared/contract/users.ts'
import { listWithdrawalsForReview, reviewWithdrawal } from '#shared/contract/withdrawals.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { type Account, logInAs, newAccount } from '#tests/api/support/accounts.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { expectSoundLedger } from '#tests/api/support/ledger.ts'
import { protectedAccount } from '#tests/api/support/second-factors.ts'
import { fund, newAdmin, newSession, type Person, renewed } from '#tests/api/support/traders.ts'
import { submit } from '#tests/api/support/withdrawals.ts'

const world = await openTestApp()
const { clock } = world
const SET_BY_STAFF = 'a password only staff know'
const CHOSEN = 'chosen by the same person'

let dishonest: Person
let colleague: Person

beforeAll(async () => {
  ;[dishonest, colleague] = [await newAdmin(world), await newAdmin(world)]
})

async function advance(ms: number) {
  clock.advance(ms)
  dishonest = await renewed(world, dishonest)
  colleague = await renewed(world, colleague)
}

async function withdrawalOf({ userId }: Account): Promise<string> {
  const client = await newSession(world, userId)
  return (await submit({ client }, { amount: '10' })).body.request.id
}

async function approve(by: Person, id: string): Promise<string> {
  const { status, body } = await by.client.send(reviewWithdrawal, {
    params: { id },
    body: { action: 'approve' },
  })
  if (status !== 200) return String(body.code)
  return body.awaits_second_approval ? 'waits for a second person' : 'took effect'
}

test('a member of staff cannot set a password, withdraw as the customer and approve that alone', async () => {
  const victim = await newAccount(world)
  await fund(world, victim, 'USDT', '1000')
  const body = { userId: victim.userId, newPassword: SET_BY_STAFF }
  await dishonest.client.call(updateUserPassword, { body })
  const { client } = await logInAs(world, { ...victim, password: SET_BY_STAFF })
  const next = { currentPassword: SET_BY_STAFF, newPassword: CHOSEN }
  expect((await client.send(changePassword, { body: next })).status).toBe(200)
  await advance(25 * HOUR_MS)
  const id = await withdrawalOf(victim)
  const query = { limit: 200 }
  const shown = await dishonest.client.call(listWithdrawalsForReview, { query })
  expect(shown.find((each) => each.id === id)).toMatchObject({ second_approval_reason: 'sign_in' })
  expect(await approve(dishonest, id)).toBe('waits for a second person')
  expect(await approve(dishonest, id)).toBe('approval.second_person')
  expect(await approve(colleague, id)).toBe('took effect')
  const later = await withdrawalOf(victim)
  expect(await approve(colleague, later)).toBe('took effect')
  await advance(29 * DAY_MS)
  expect(await approve(dishonest, await withdrawalOf(victim))).toBe('took effect')
})

test('staff who requested or approved a second-factor reset cannot approve the withdrawal', async () => {
  const victim = await protectedAccount(world)
  await fund(world, victim, 'USDT', '1000')
  const third = await newAdmin(world)
  const { userId } = victim
  await dishonest.client.call(requestSecondFactorReset, { body: { userId, reason: 'Lost' } })
  const params = { kind: 'second-factor-reset', id: userId }
  const { subject } = await colleague.client.call(readReview, { params })
  const { requested_at: requestedAt } = subject as SecondFactorReset
  const body = { action: 'approve', requestedAt } as const
  await colleague.client.call(reviewSecondFactorReset, { params: { userId }, body })
  await advance(49 * HOUR_MS)
  for (const by of [dishonest, colleague]) {
    expect(await approve(by, await withdrawalOf(victim))).toBe('waits for a second person')
  }
  const honest = await renewed(world, third)
  expect(await approve(honest, await withdrawalOf(victim))).toBe('took effect')
  await expectSoundLedger(world)
})
