import { beforeAll, expect, test } from 'vitest'
import { raiseGuard } from '#server/events/raise-guard.ts'
import { payoutGuard } from '#server/identity/withdrawal-freeze.ts'
import { toggleUserStatus } from '#shared/contract/users.ts'
import { reviewWithdrawal } from '#shared/contract/withdrawals.ts'
import { countWaitingStatements } from '#tests/support/waiting-statements.ts'
import { openTestApp } from '../api/support/app.ts'
import { expectSoundLedger, holdings } from '../api/support/ledger.ts'
import { lending } from '../api/support/loans.ts'
import { fund, newAdmin, newUser, type Person } from '../api/support/traders.ts'
import { submit } from '../api/support/withdrawals.ts'

const world = await openTestApp()
const { submit: apply, review: decideLoan } = lending(world, () => admin)

let admin: Person
let other: Person

beforeAll(async () => {
  admin = await newAdmin(world)
  other = await newAdmin(world)
})

async function withdrawer() {
  const owner = await newUser(world)
  await fund(world, owner, 'USDT', '1000')
  const { id } = (await submit(owner, { symbol: 'USDT', amount: '10' })).body.request
  return { owner, id }
}

const decide = async (id: string, action: 'approve' | 'reject') => {
  const { body, status } = await admin.client.send(reviewWithdrawal, {
    params: { id },
    body: { action },
  })
  return body.code ?? status
}
const setActive = ({ userId }: Person, isActive: boolean) =>
  other.client.call(toggleUserStatus, { body: { userId, isActive } })

test('a withdrawal of a disabled user cannot be approved, only rejected, until they are enabled', async () => {
  const [thief, suspect] = [await withdrawer(), await withdrawer()]
  for (const { owner } of [thief, suspect]) await setActive(owner, false)
  expect(await decide(thief.id, 'approve')).toBe('review.owner_disabled')
  expect(await decide(thief.id, 'reject')).toBe(200)
  expect(await holdings(world, thief.owner)).toEqual({ USDT: '1000 + 0' })
  await setActive(suspect.owner, true)
  expect(await decide(suspect.id, 'approve')).toBe(200)
})

test('a loan of a disabled user cannot be approved, as it would cost interest and be unusable', async () => {
  const owner = await newUser(world)
  const { body } = await apply(owner)
  await setActive(owner, false)
  const refused = await decideLoan(body.loan.id, { action: 'approve' })
  expect(refused.body.code).toBe('review.owner_disabled')
  const rejected = await decideLoan(body.loan.id, { action: 'reject', rejectionReason: 'Disabled' })
  expect(rejected.status).toBe(200)
})

test('disabling a user waits for an approval that is being written', async () => {
  const { owner } = await withdrawer()
  const approval = await world.database.pool.connect()
  await approval.query('begin')
  await raiseGuard(approval, payoutGuard(owner.userId))
  const disabled = setActive(owner, false)
  await expect.poll(() => countWaitingStatements(world.database.pool)).toBe(1)
  await approval.query('commit')
  approval.release()
  await disabled
  await expectSoundLedger(world)
})
