import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { reopenForReview } from '#server/features/kyc/decide-reopening.ts'
import { sweepKyc } from '#server/features/kyc/sweep.ts'
import { takeBack } from '#server/features/kyc/take-back.ts'
import { payoutGuard } from '#server/identity/withdrawal-freeze.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import { readKycRequest, resetKyc, reviewKyc } from '#shared/contract/kyc.ts'
import { reviewLoan } from '#shared/contract/loan-reviews.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { readReview } from '#shared/contract/review-desk.ts'
import { listUsers, userProfile } from '#shared/contract/users.ts'
import { reviewWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { until } from '#tests/support/wait.ts'
import { openTestApp } from './support/app.ts'
import type { Request } from './support/client.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { Mailbox } from './support/mailbox.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'
import { said, verifications } from './support/verifications.ts'

const world = await openTestApp()
const { app, services, database } = world

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(world)
})

afterEach(() => expectSoundLedger(world))

const { submit, own, statusOf, requestOf, review, submitted, keptTextOf } = verifications(
  world,
  () => admin,
)

/** Runs work while a follower of the log gets no events. */
async function whileFollowerWaits(name: string, work: () => Promise<void>): Promise<void> {
  const holder = await database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from checkpoint where name = $1 for update', [name])
    await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

/** Whether the personal data of a submission is still stored. */
async function isApplicantKept(id: string): Promise<boolean> {
  const { rowCount } = await database.pool.query('select from kyc_applicant where id = $1', [id])
  return rowCount !== 0
}

describe('a reset', () => {
  test('clears the verification, deletes its data and lets the user submit again', async () => {
    const { user, id } = await submitted()
    await review(id, 'approve')
    expect(await isApplicantKept(id)).toBe(true)
    const key = randomUUID()
    const ask = () =>
      admin.client.send(resetKyc, { body: { userId: user.userId, reason: 'New name' }, key })
    expect((await ask()).body.message).toBe('Verification reset successfully')
    expect(await statusOf(user)).toEqual(['not_submitted', false])
    expect((await admin.client.send(readKycRequest, { params: { id } })).status).toBe(404)
    expect(await isApplicantKept(id)).toBe(false)

    expect((await submit(user)).status).toBe(200)
    // A repeated reset does not affect the new submission.
    expect((await ask()).status).toBe(200)
    expect(await requestOf(user)).toMatchObject({
      status: 'pending',
      full_name: said.fullName,
      earlier: [{ outcome: 'approved' }, { outcome: 'reset', reason: 'New name' }],
    })
    const twice = await newUser(world)
    const empty = await admin.client.send(resetKyc, { body: { userId: twice.userId } })
    expect([empty.status, empty.body.message]).toEqual([409, 'There is no verification to reset.'])
  })

  test('deletes its files after a day and keeps those of other users', async () => {
    const [gone, kept] = [await submitted(), await submitted()]
    await admin.client.call(resetKyc, { body: { userId: gone.user.userId } })
    await submit(await newUser(world), { ssn: '' })
    await database.pool.query(`
      update upload set received_at = now() - interval '2 days';
      update kyc_applicant set created_at = now() - interval '2 days'`)
    await sweepKyc(services)
    const countOf = async ({ userNo }: Person) =>
      (await database.pool.query('select from upload where owner = $1', [userNo])).rowCount
    expect([await countOf(gone.user), await countOf(kept.user)]).toEqual([0, 3])
    expect(await requestOf(kept.user)).toMatchObject({ full_name: said.fullName })
    const served = await app.inject((await requestOf(kept.user)).back_id_url)
    expect(served.statusCode).toBe(200)
    const { rows } = await database.pool.query<{ id: string }>('select id from upload')
    const folder = join(services.config.dataDir, 'uploads')
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.length > 30)
    expect(files).toHaveLength(rows.length)
  })
})

test('a sweep that fails keeps what its earlier statements deleted, and the next one ends it', async () => {
  const gone = await Promise.all([submitted(), submitted()])
  for (const { user } of gone) {
    await admin.client.call(resetKyc, { body: { userId: user.userId } })
  }
  await database.pool.query(`update upload set received_at = now() - interval '2 days'`)
  const owners = gone.map(({ user }) => user.userNo)
  const countLeft = async () =>
    (await database.pool.query('select from upload where owner = any ($1)', [owners])).rowCount
  expect(await countLeft()).toBe(6)
  const breaking = {
    query: async (text: string, values: unknown[]) => {
      const isNext = text.includes('delete from upload') && (await countLeft()) !== 6
      if (isNext) throw new Error('canceling statement due to statement timeout')
      return database.pool.query(text, values)
    },
  } as unknown as typeof services.pool
  const sweep = sweepKyc({ ...services, pool: breaking }, 2)
  await expect(sweep).rejects.toThrow('statement timeout')
  expect(await countLeft()).toBeLessThan(6)
  await sweepKyc(services, 2)
  expect(await countLeft()).toBe(0)
})

describe('a review that asks to verify again', () => {
  const withdraw = async ({ client }: Person) => {
    const body = { symbol: 'USDT', amount: '20', walletAddress: DEMO_WALLET.address } as const
    return (await client.call(submitWithdrawal, { body })).request.id
  }
  const decide = (id: string, body: NonNullable<Request<typeof reviewWithdrawal>['body']>) =>
    admin.client.send(reviewWithdrawal, { params: { id }, body })

  test('reopens the verification, and payouts wait for a new one', async () => {
    const { user, id } = await submitted()
    await fund(world, user, 'USDT', '100')
    await review(id, 'approve')
    const [refused, waiting] = [await withdraw(user), await withdraw(user)]
    const applied = { amount: '1000', purpose: 'A van', duration: 30 } as const
    const { loan } = await user.client.call(submitLoan, { body: applied, files: {} })
    const approveLoan = { params: { id: loan.id }, body: { action: 'approve' } } as const

    const reason = 'The name on the transfer differs'
    const rejection = { action: 'reject', rejectionReason: reason } as const
    await decide(refused, { ...rejection, requireReverification: 'true' })
    await until(async () => (await own(user)).reopened !== null)
    expect(await own(user)).toMatchObject({ status: 'not_submitted', reopened: { reason } })
    expect(await user.client.call(userProfile)).toMatchObject({
      is_verified: false,
      must_verify_again: true,
    })
    const { users } = await admin.client.call(listUsers, { query: { search: user.email } })
    expect(users[0]).toMatchObject({ must_verify_again: true, kyc_status: 'not_submitted' })
    const link = /Verify your identity again[\s\S]*(\/\?open=verification)/
    const mailbox = new Mailbox(services.config.dataDir)
    expect(await mailbox.find(user.email, link)).toBeDefined()
    expect((await mailbox.to(user.email)).join()).not.toContain(reason)
    expect(await keptTextOf(user)).not.toContain(said.address)
    await until(async () => !(await isApplicantKept(id)))

    expect((await decide(waiting, { action: 'approve' })).body.code).toBe('kyc.verify_again')
    const lent = await admin.client.send(reviewLoan, approveLoan)
    expect([lent.status, lent.body.code]).toEqual([409, 'kyc.verify_again'])
    const seen = await admin.client.call(readReview, {
      params: { kind: 'withdrawal', id: waiting },
    })
    expect(seen.user).toMatchObject({ must_verify_again: true, is_verified: false })

    expect((await submit(user)).status).toBe(200)
    const again = await requestOf(user)
    expect(again).toMatchObject({
      reopened: { reason },
      earlier: [{ outcome: 'approved' }, { outcome: 'reopened', reason }],
    })
    expect((await decide(waiting, { action: 'approve' })).body.code).toBe('kyc.verify_again')
    await review(again.id, 'approve')
    expect(await user.client.call(userProfile)).toMatchObject({
      is_verified: true,
      must_verify_again: false,
    })
    expect((await decide(waiting, { action: 'approve' })).status).toBe(200)
    expect((await admin.client.send(reviewLoan, approveLoan)).status).toBe(200)
  })

  test('stops payouts at once, however late the verification is reopened', async () => {
    const { user, id } = await submitted()
    await fund(world, user, 'USDT', '100')
    await review(id, 'approve')
    const waiting = await withdraw(user)
    const applied = { amount: '1000', purpose: 'A van', duration: 30 } as const
    const { loan } = await user.client.call(submitLoan, { body: applied, files: {} })
    const flagged = await withdraw(user)
    await whileFollowerWaits('kyc-reverifications', async () => {
      await decide(flagged, { action: 'reject', requireReverification: 'true' })
      expect((await own(user)).reopened).toBeNull()
      expect((await decide(waiting, { action: 'approve' })).body.code).toBe('kyc.verify_again')
      const approval = { params: { id: loan.id }, body: { action: 'approve' } } as const
      const lent = await admin.client.send(reviewLoan, approval)
      expect(lent.body.code).toBe('kyc.verify_again')
    })
    await until(async () => (await own(user)).reopened !== null)
    expect((await submit(user)).status).toBe(200)
    await review((await requestOf(user)).id, 'approve')
    expect((await decide(waiting, { action: 'approve' })).status).toBe(200)
  })

  test('stops an approval that is being decided while the verification is reopened', async () => {
    const user = await newUser(world)
    const at = new Date().toISOString()
    const cause = systemCause(`reopen ${user.userId}`, {}, at, user.userId)
    const asked = { reason: null, askedBy: admin.userId, askedAt: at, askedIn: 'deposit-1' }
    const { userId, userNo: owner } = user
    const { log } = services
    const [before] = await log.readGuards([payoutGuard(userId)])
    await takeBack(services, { ...cause, userId, owner }, (state) =>
      reopenForReview(state, { ...asked, userId, userNo: String(owner) }),
    )
    const [after] = await log.readGuards([payoutGuard(userId)])
    expect(after?.version).toBe((before?.version ?? 0) + 1)
  })

  test('takes back a submission that was waiting, which would not settle the doubt', async () => {
    const { user, id } = await submitted()
    await fund(world, user, 'USDT', '100')
    const reason = 'The name on the transfer differs'
    await decide(await withdraw(user), {
      ...{ action: 'reject', rejectionReason: reason, requireReverification: 'true' },
    })
    await until(async () => (await own(user)).reopened !== null)
    expect(await own(user)).toMatchObject({ status: 'not_submitted', reopened: { reason } })
    const approval = { body: { kycId: id, action: 'approve' } } as const
    expect((await admin.client.send(reviewKyc, approval)).body.code).toBe('kyc.superseded')
    expect((await submit(user)).status).toBe(200)
    await review((await requestOf(user)).id, 'approve')
    expect(await own(user)).toMatchObject({ status: 'approved', reopened: null })
  })

  test('asks a user who was never verified, too', async () => {
    const user = await newUser(world)
    await fund(world, user, 'USDT', '100')
    const id = await withdraw(user)
    await decide(id, { action: 'reject', requireReverification: 'true' })
    await until(async () => (await own(user)).reopened !== null)
    expect(await own(user)).toMatchObject({ status: 'not_submitted', reopened: { reason: null } })
    const later = await withdraw(user)
    expect((await decide(later, { action: 'approve' })).body.code).toBe('kyc.verify_again')
    expect((await decide(later, { action: 'reject' })).status).toBe(200)
  })
})
