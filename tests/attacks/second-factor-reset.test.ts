import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { disableSecondFactor, logIn } from '#shared/contract/auth.ts'
import { listPasskeys } from '#shared/contract/passkeys.ts'
import { readReview } from '#shared/contract/review-desk.ts'
import {
  requestSecondFactorReset,
  reviewSecondFactorReset,
  type SecondFactorReset,
} from '#shared/contract/second-factor-resets.ts'
import { readWithdrawalTerms, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { epochMsOf, HOUR_MS } from '#shared/time.ts'
import { type Account, logInAs, PASSWORD } from '../api/support/accounts.ts'
import { openTestApp } from '../api/support/app.ts'
import { Mailbox } from '../api/support/mailbox.ts'
import { enrolPasskey } from '../api/support/passkeys.ts'
import { nextCode, protect, protectedAccount } from '../api/support/second-factors.ts'
import { newAdmin, newSession, type Person, renewed } from '../api/support/traders.ts'

/** A user and a member of staff who both have a second factor, and three members of staff. */
const world = await openTestApp()
const { services, clock, visitor } = world

let thief: Person
let colleague: Person
let third: Person

beforeAll(async () => {
  ;[thief, colleague, third] = [await newAdmin(world), await newAdmin(world), await newAdmin(world)]
})

const ask = (by: Person, userId: string) =>
  by.client.send(requestSecondFactorReset, { body: { userId, reason: 'Lost the phone' } })

async function caseOf({ userId }: Pick<Account, 'userId'>): Promise<SecondFactorReset> {
  const params = { kind: 'second-factor-reset', id: userId }
  const { subject } = await third.client.call(readReview, { params })
  return subject as SecondFactorReset
}

async function review(by: Person, reset: SecondFactorReset, action: 'approve' | 'reject') {
  const params = { userId: reset.user.id }
  const body = { action, requestedAt: reset.requested_at }
  const response = await by.client.send(reviewSecondFactorReset, { params, body })
  return response.body.code ?? response.status
}

const tryLogIn = async ({ email }: Account) => {
  const body = { email, password: PASSWORD, refresh_in_body: true }
  const response = await visitor.send(logIn, { body })
  return response.body.code ?? response.status
}

test('one member of staff alone cannot reset a second factor', async () => {
  const account = await protectedAccount(world)
  expect((await ask(thief, account.userId)).status).toBe(200)
  expect((await ask(colleague, account.userId)).body.code).toBe('second_factor.reset_waits')
  const reset = await caseOf(account)
  const again = { ...thief, client: await newSession(world, thief.userId) }
  expect(await review(thief, reset, 'approve')).toBe('approval.second_person')
  expect(await review(again, reset, 'approve')).toBe('approval.second_person')
  expect(await tryLogIn(account)).toBe('login.second_factor_required')
  expect(await review(colleague, reset, 'reject')).toBe(200)
  expect(await review(third, reset, 'approve')).toBe('second_factor.no_reset_waits')
})

test('a member of staff cannot take part in the reset of their own second factor', async () => {
  await protect(world, thief.client, `password of ${thief.fullName.slice('User '.length)}`)
  expect((await ask(thief, thief.userId)).body.code).toBe('access.own_account')
  expect((await ask(colleague, thief.userId)).status).toBe(200)
  const reset = await caseOf(thief)
  expect(await review(thief, reset, 'approve')).toBe('access.own_account')
  expect(await review(colleague, reset, 'approve')).toBe('approval.second_person')
  expect(await review(third, reset, 'reject')).toBe(200)
})

test('two colleagues reset it, the owner gets a mail, and withdrawals are on hold for 48 hours', async () => {
  const account = await protectedAccount(world)
  const { client } = account
  await enrolPasskey(world, client)
  await ask(thief, account.userId)
  expect(await review(third, await caseOf(account), 'approve')).toBe(200)
  await new Mailbox(services.config.dataDir).find(account.email, /(was reset by our staff)/)
  for (let tries = 0; tries < 200 && (await tryLogIn(account)) !== 200; tries += 1) await sleep(25)
  // The earlier session has ended; the password alone opens a new one.
  expect((await client.send(readWithdrawalTerms)).status).toBe(401)
  const resetAt = clock.now()
  const after = async () => (await logInAs(world, account)).client
  expect(await (await after()).call(listPasskeys)).toEqual([])
  const { hold_ends_at: endsAt } = await (await after()).call(readWithdrawalTerms)
  expect(epochMsOf(endsAt ?? '') - resetAt).toBeGreaterThan(47 * HOUR_MS)
  clock.advance(30 * HOUR_MS)
  const body = { symbol: 'USDT', amount: '1', walletAddress: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7' }
  const held = await (await after()).send(submitWithdrawal, { body: body as never })
  expect(held.body.code).toBe('withdrawal.on_hold')
  clock.advance(18 * HOUR_MS)
  expect((await (await after()).call(readWithdrawalTerms)).hold_ends_at).toBeNull()
})

test('a factor that its owner has turned off is not reset, and withdrawals are not held for it', async () => {
  await renewStaff()
  const { secret, client, ...account } = await protectedAccount(world)
  await ask(thief, account.userId)
  const body = { password: PASSWORD, code: await nextCode(world, secret) }
  await client.call(disableSecondFactor, { body })
  const reset = await caseOf(account)
  expect([reset.is_on, reset.used_at]).toEqual([false, null])
  expect(await review(colleague, reset, 'approve')).toBe('second_factor.none')
  expect(await review(colleague, reset, 'reject')).toBe(200)
  clock.advance(25 * HOUR_MS)
  await renewStaff()
  const { client: later } = await logInAs(world, account)
  expect((await later.call(readWithdrawalTerms)).hold_ends_at).toBeNull()
})

test('the reviewer is shown that the factor was used after the request', async () => {
  const account = await protectedAccount(world)
  const isUsedSince = async () => {
    const { requested_at: at, used_at: usedAt } = await caseOf(account)
    return epochMsOf(usedAt ?? '') > epochMsOf(at)
  }
  clock.advance(HOUR_MS)
  await renewStaff()
  await ask(thief, account.userId)
  expect(await isUsedSince()).toBe(false)
  clock.advance(HOUR_MS)
  await renewStaff()
  await logInAs(world, account, account.recoveryCodes[0])
  expect(await isUsedSince()).toBe(true)
  await review(third, await caseOf(account), 'reject')
  await ask(thief, account.userId)
  expect(await isUsedSince()).toBe(false)
  const code = await nextCode(world, account.secret)
  expect(
    (await (await logInAs(world, account, code)).client.send(readWithdrawalTerms)).status,
  ).toBe(200)
  expect(await isUsedSince()).toBe(true)
})

test('a reset that was rejected is shown to the reviewer of the next one', async () => {
  await renewStaff()
  const account = await protectedAccount(world)
  await ask(thief, account.userId)
  expect(await review(colleague, await caseOf(account), 'reject')).toBe(200)
  clock.advance(1_000)
  await ask(thief, account.userId)
  const params = { kind: 'second-factor-reset', id: account.userId }
  const { decisions } = await third.client.call(readReview, { params })
  const rejected = { outcome: 'rejected', by: colleague.fullName, proposed_by: thief.fullName }
  expect(decisions).toMatchObject([{ ...params, ...rejected, reason: 'Lost the phone' }])
  expect(await review(third, await caseOf(account), 'approve')).toBe(200)
  const decided = await third.client.call(readReview, { params })
  expect(decided.outcome).toMatchObject({ outcome: 'reset', by: third.fullName })
  expect(decided.decisions).toMatchObject([rejected])
})

async function renewStaff(): Promise<void> {
  thief = await renewed(world, thief)
  colleague = await renewed(world, colleague)
  third = await renewed(world, third)
}
