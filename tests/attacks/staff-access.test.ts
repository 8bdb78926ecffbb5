import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { staffAccessTask } from '#server/identity/staff-access.ts'
import { loadConfig } from '#server/platform/config.ts'
import { newSecrets } from '#server/platform/secrets.ts'
import { resetPortfolio } from '#shared/contract/adjustments.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { changePassword, logIn, resetPassword } from '#shared/contract/auth.ts'
import { readFile } from '#shared/contract/files.ts'
import { readVerification, reviewKyc, submitKyc } from '#shared/contract/kyc.ts'
import { listStakes } from '#shared/contract/staking.ts'
import {
  completeSignUp,
  sendResetLink,
  updateUserPassword,
  userProfile,
} from '#shared/contract/users.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { logInAs, newAccount, PASSWORD } from '../api/support/accounts.ts'
import { openTestApp } from '../api/support/app.ts'
import { Mailbox, RESET_LINK } from '../api/support/mailbox.ts'
import { enrolPasskey, logInByPasskey } from '../api/support/passkeys.ts'
import { photo } from '../api/support/pictures.ts'
import { newAdmin, newUser, type Person } from '../api/support/traders.ts'
import { fileOnDisk } from '../support/file-on-disk.ts'

/** Attempts by staff, and by thieves of their passwords, to misuse the accounts of others. */
const testApp = await openTestApp()
const { clock, services, visitor } = testApp

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(testApp)
})

/** Jobs and followers record it after the response. */
async function auditOf(userId: string, type: string) {
  for (let tries = 0; tries < 200; tries += 1) {
    const { lines } = await admin.client.call(listAudit, { query: { acts: 'all', user: userId } })
    const line = lines.find((each) => each.type === type)
    if (line) return line
    await sleep(25)
  }
  throw new Error(`the audit has no ${type} of ${userId}`)
}

test('a stolen password of staff alone opens nothing in production', () => {
  const environment = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://exchange.example',
    VAPID_SUBJECT: 'mailto:push@exchange.example',
    PRICE_SOURCE: 'binance',
    ...newSecrets(),
  }
  expect(loadConfig(environment).staffSecondFactor).toBe('required')
  const chosen = loadConfig({ ...environment, STAFF_SECOND_FACTOR: 'optional' })
  expect(chosen.staffSecondFactor).toBe('optional')
})

test('guessing a password of staff, and logging in with it, is in the audit', async () => {
  const account = await newAccount(testApp, 'admin')
  await visitor.send(logIn, { body: { email: account.email, password: 'wrong words' } })
  expect((await auditOf(account.userId, 'StaffSignInFailed')).actor.kind).toBe('visitor')
  await logInAs(testApp, account)
  const { actor } = await auditOf(account.userId, 'StaffSignedIn')
  expect(actor.person?.user_id).toBe(account.userId)
})

test('a stranger who keeps failing adds one event a minute, and none for a rate-limited attempt', async () => {
  const account = await newAccount(testApp, 'admin')
  const body = { email: account.email, password: 'wrong words' }
  const fail = async (times: number) => {
    for (let tries = 0; tries < times; tries += 1) await visitor.send(logIn, { body })
    await expect.poll(waitingJobs).toBe(0)
    return failuresOf(account.userId)
  }
  expect(await fail(20)).toEqual(['login.failed'])
  clock.advance(MINUTE_MS)
  expect(await fail(20)).toEqual(['login.failed', 'login.failed'])
})

async function waitingJobs(): Promise<number> {
  const { rows } = await services.pool.query<{ count: number }>(
    `select count(*)::int as count from graphile_worker.jobs where task_identifier = $1`,
    [staffAccessTask.name],
  )
  return rows[0]?.count ?? 0
}

async function failuresOf(userId: string): Promise<string[]> {
  const { rows } = await services.pool.query<{ code: string }>(
    `select data ->> 'code' as code from event where stream = $1 and type = 'StaffSignInFailed'`,
    [`staff-access-${userId}`],
  )
  return rows.map(({ code }) => code)
}

test('a log-in with a passkey of staff, or with a copy of it, is in the audit', async () => {
  const account = await newAccount(testApp, 'admin')
  const { client } = await logInAs(testApp, account)
  const { device } = await enrolPasskey(testApp, client)
  const recorded = async () => {
    const { rows } = await services.pool.query<{ type: string }>(
      'select type from event where stream = $1',
      [`staff-access-${account.userId}`],
    )
    return rows.map(({ type }) => type).sort()
  }
  await logInByPasskey(testApp, device)
  device.counter = 0
  await expect(logInByPasskey(testApp, device)).rejects.toThrow()
  const signedIn = ['StaffSignedIn', 'StaffSignedIn']
  await expect.poll(recorded).toEqual(['StaffSignInFailed', ...signedIn])
})

test('attempts by staff that are not allowed are in the audit', async () => {
  const thief = await newAdmin(testApp)
  const body = { userId: thief.userId, reason: 'Bonus' }
  const response = await thief.client.send(resetPortfolio, { body })
  expect(response.body.code).toBe('access.own_account')
  const { actor } = await auditOf(thief.userId, 'StaffAttemptRefused')
  expect(actor.person?.user_id).toBe(thief.userId)
})

test('a password set by staff allows only the choice of a new password', async () => {
  const account = await newAccount(testApp)
  const { userNo } = account
  const file = await fileOnDisk(await photo())
  const kept = await services.uploads.keep({ owner: userNo, kind: 'x', accepts: 'image', file })
  const document = { params: { id: 'refused' in kept ? '' : kept.id } }
  const body = { userId: account.userId, newPassword: PASSWORD }
  await admin.client.call(updateUserPassword, { body })
  const { client, user } = await logInAs(testApp, account)
  expect(user.must_change_password).toBe(true)
  const own = { params: { userId: account.userId } }
  const refused = await client.send(listStakes, own)
  expect([refused.status, refused.body.code]).toEqual([403, 'password.chosen_by_staff'])
  expect((await client.send(readFile, document)).text).toContain('password.chosen_by_staff')
  const change = (newPassword: string) =>
    client.send(changePassword, { body: { currentPassword: PASSWORD, newPassword } })
  expect((await change(PASSWORD)).body.code).toBe('password.same')
  expect((await change('only the owner knows')).status).toBe(200)
  expect((await client.send(listStakes, own)).status).toBe(200)
  expect((await client.send(readFile, document)).status).toBe(200)
  expect((await client.call(userProfile)).must_change_password).toBe(false)
})

test('a reset link lets the customer choose, and staff never know the password', async () => {
  const account = await newAccount(testApp)
  await admin.client.call(sendResetLink, { body: { userId: account.userId } })
  const mailbox = new Mailbox(services.config.dataDir)
  const token = await mailbox.find(account.email, RESET_LINK)
  await visitor.call(resetPassword, { body: { token, password: PASSWORD } })
  const { client } = await logInAs(testApp, account)
  expect((await client.call(userProfile)).must_change_password).toBe(false)
  expect((await auditOf(account.userId, 'ResetLinkSent')).actor.person?.user_id).toBe(admin.userId)
})

test('a verified customer cannot change their name and stay verified', async () => {
  const user = await newUser(testApp)
  const image = await photo(48, 32)
  await user.client.call(submitKyc, {
    body: { fullName: user.fullName, ssn: '987-65-4321', address: '12 Sealed Street' },
    files: { kycFrontId: image, kycBackId: image, kycSelfieWithId: image },
  })
  const { rows } = await services.pool.query<{ id: string }>(
    `select data ->> 'submissionId' as id from document where stream = $1`,
    [`kyc-${user.userId}`],
  )
  const body = { kycId: rows[0]?.id ?? '', action: 'approve' } as const
  await admin.client.call(reviewKyc, { body })
  const rename = (full_name: string) =>
    user.client.call(completeSignUp, { body: { full_name, phone: '+1 555 0199' } })
  // A change of only the phone number keeps it.
  await rename(user.fullName)
  expect((await user.client.call(userProfile)).is_verified).toBe(true)
  await rename('Demo Other')
  await auditOf(user.userId, 'NameChanged')
  await auditOf(user.userId, 'KycReset')
  const verification = { params: { userId: user.userId } }
  const { status } = await user.client.call(readVerification, verification)
  expect(status).toBe('not_submitted')
})
