import { beforeAll, describe, expect, test } from 'vitest'
import { raiseGuard } from '#server/events/raise-guard.ts'
import { payoutGuard } from '#server/identity/withdrawal-freeze.ts'
import { listSecurityEvents } from '#shared/contract/activity.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { freezeWithdrawals, renewRecoveryCodes } from '#shared/contract/auth.ts'
import { saveAddress } from '#shared/contract/saved-addresses.ts'
import { readManagedUser } from '#shared/contract/users.ts'
import {
  cancelWithdrawal,
  listWithdrawalsForReview,
  readWithdrawalTerms,
  reviewWithdrawal,
  submitWithdrawal,
} from '#shared/contract/withdrawals.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { countWaitingStatements } from '#tests/support/waiting-statements.ts'
import { PASSWORD } from '../api/support/accounts.ts'
import { openTestApp } from '../api/support/app.ts'
import type { Client } from '../api/support/client.ts'
import { expectSoundLedger } from '../api/support/ledger.ts'
import { FREEZE_LINK, Mailbox } from '../api/support/mailbox.ts'
import { nextCode, protectedAccount } from '../api/support/second-factors.ts'
import { SecretWatch } from '../api/support/secret-watch.ts'
import { fund, newAdmin, newSession, newUser, type Person } from '../api/support/traders.ts'

const world = await openTestApp()
const { services, clock, visitor, database } = world
const mailbox = new Mailbox(services.config.dataDir)
const WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(world)
})

async function holder(): Promise<Person> {
  const person = await newUser(world)
  await fund(world, person, 'USDT', '1000')
  return person
}

const submit = (client: Client, amount = '10') =>
  client.send(submitWithdrawal, { body: { symbol: 'USDT', amount, walletAddress: WALLET } })
const open = (token: string) => visitor.send(freezeWithdrawals, { body: { token } })
/** The link in the n-th mail to a person. */
const link = ({ email }: Pick<Person, 'email'>, nth = 1) => mailbox.find(email, FREEZE_LINK, nth)
const sessionOf = ({ userId }: Person) => newSession(world, userId)

async function review(id: string, action: 'approve' | 'reject') {
  const client = await sessionOf(admin)
  const response = await client.send(reviewWithdrawal, { params: { id }, body: { action } })
  return response.body.code ?? response.status
}

describe('the owner of a mailbox', () => {
  test('freezes withdrawals with the link of the mail about a withdrawal, without logging in', async () => {
    const person = await holder()
    const { id } = (await submit(person.client)).body.request
    const token = await link(person)
    const before = clock.now()
    const response = await open(token)
    expect(response).toMatchObject({ status: 200, body: { is_new: true } })
    const until = response.body.frozen_until
    expect(Date.parse(until)).toBeGreaterThanOrEqual(before + 48 * HOUR_MS)
    expect(Date.parse(until)).toBeLessThanOrEqual(clock.now() + 48 * HOUR_MS)
    expect(await person.client.call(readWithdrawalTerms)).toMatchObject({
      hold_ends_at: until,
      hold_reason: 'frozen',
    })
    expect((await submit(person.client)).body.code).toBe('withdrawal.frozen')
    expect(await review(id, 'approve')).toBe('withdrawal.owner_froze')
    clock.advance(47 * HOUR_MS)
    expect(await review(id, 'approve')).toBe('withdrawal.owner_froze')
    clock.advance(HOUR_MS)
    expect(await review(id, 'approve')).toBe(200)
    expect((await submit(await sessionOf(person))).status).toBe(200)
    await expectSoundLedger(world)
  })

  test('gets a mail with a link about a new address and about new recovery codes', async () => {
    const { client, secret, ...account } = await protectedAccount(world)
    const body = { label: 'Mine', symbol: 'USDT', network: 'TRC20', address: WALLET } as const
    await client.call(saveAddress, { body })
    await client.call(renewRecoveryCodes, {
      body: { password: PASSWORD, code: await nextCode(world, secret) },
    })
    for (const subject of [
      'Your second factor is on',
      'Withdrawal address saved',
      'You have new recovery codes',
    ]) {
      await mailbox.find(account.email, new RegExp(`Subject: (${subject})`))
    }
    const links = await Promise.all([1, 2, 3].map((nth) => link(account, nth)))
    expect(new Set(links).size).toBe(3)
  })

  test('sees the freeze in the activity; staff see it at the user, the request and in the audit', async () => {
    const person = await holder()
    const { id } = (await submit(person.client)).body.request
    const { frozen_until: until } = (await open(await link(person))).body
    const params = { userId: person.userId }
    const { lines } = await person.client.call(listSecurityEvents, { params, query: {} })
    expect(lines[0]).toMatchObject({ title: 'Withdrawals frozen', by: { kind: 'user' } })
    const client = await sessionOf(admin)
    const managed = await client.call(readManagedUser, { params })
    expect(managed.withdrawals_frozen_until).toBe(until)
    const waiting = await client.call(listWithdrawalsForReview, { query: {} })
    expect(waiting.find((each) => each.id === id)?.withdrawals_frozen_until).toBe(until)
    await expect
      .poll(async () => {
        const query = { acts: 'all', user: person.userId, type: 'WithdrawalsFrozen' } as const
        return (await client.call(listAudit, { query })).lines.length
      })
      .toBe(1)
    clock.advance(48 * HOUR_MS)
    const after = await (await sessionOf(admin)).call(readManagedUser, { params })
    expect(after.withdrawals_frozen_until).toBeNull()
  })
})

test('an approval that was decided just before a freeze is refused', async () => {
  const person = await holder()
  const { id } = (await submit(person.client)).body.request
  const freeze = await database.pool.connect()
  await freeze.query('begin')
  await raiseGuard(freeze, payoutGuard(person.userId))
  const approval = review(id, 'approve')
  // The approval has read that withdrawals are not frozen, and waits for the guard.
  await expect.poll(() => countWaitingStatements(database.pool)).toBe(1)
  await freeze.query('update person set withdrawals_frozen_until = $2 where user_id = $1', [
    person.userId,
    new Date(clock.now() + HOUR_MS),
  ])
  await freeze.query('commit')
  freeze.release()
  expect(await approval).toBe('withdrawal.owner_froze')
})

describe('an attacker', () => {
  test('in a session cannot freeze, end a freeze, or approve around it', async () => {
    const person = await holder()
    const { id } = (await submit(person.client)).body.request
    expect(
      (await person.client.send(freezeWithdrawals, { body: { token: 'x'.repeat(43) } })).body,
    ).toMatchObject({
      code: 'freeze.link_unknown',
    })
    await open(await link(person))
    expect((await submit(person.client)).body.code).toBe('withdrawal.frozen')
    expect(await review(id, 'approve')).toBe('withdrawal.owner_froze')
    // Actions that return money to the user stay possible.
    const cancelled = await person.client.send(cancelWithdrawal, { params: { id } })
    expect(cancelled.status).toBe(200)
  })

  test('cannot freeze by making a mail scanner open the link', async () => {
    const person = await holder()
    await submit(person.client)
    const token = await link(person)
    for (const url of [
      `/freeze-withdrawals?token=${token}`,
      `/api/auth/freeze-withdrawals?token=${token}`,
    ]) {
      await world.app.inject({ method: 'GET', url })
      await world.app.inject({ method: 'HEAD', url })
    }
    expect((await person.client.call(readWithdrawalTerms)).hold_ends_at).toBeNull()
    expect((await open(token)).status).toBe(200)
  })

  test('who finds an old or used link in a mailbox cannot freeze with it', async () => {
    const person = await holder()
    await submit(person.client)
    const used = await link(person)
    await open(used)
    const again = await open(used)
    expect([again.status, again.body.code]).toEqual([409, 'freeze.link_used'])
    expect(again.body).toMatchObject({ frozenUntil: expect.any(String) })
    clock.advance(3 * DAY_MS)
    await submit(await sessionOf(person))
    const old = await link(person, 2)
    clock.advance(7 * DAY_MS)
    const expired = await open(old)
    expect([expired.status, expired.body.code]).toEqual([409, 'freeze.link_expired'])
    expect((await submit(await sessionOf(person))).status).toBe(200)
  })

  test('with one link can freeze only the user of that link', async () => {
    const [one, other] = [await holder(), await holder()]
    await Promise.all([submit(one.client), submit(other.client)])
    await open(await link(one))
    expect((await submit(other.client)).status).toBe(200)
  })

  test('with the mailbox cannot lock the owner out permanently: at most three freezes in 30 days', async () => {
    const person = await holder()
    for (const amount of ['1', '2', '3', '4', '5', '6']) await submit(person.client, amount)
    const links = await Promise.all([1, 2, 3, 4, 5].map((nth) => link(person, nth)))
    expect((await open(links[0] ?? '')).body.is_new).toBe(true)
    // Links that are opened together do not invalidate each other.
    expect((await open(links[1] ?? '')).body.is_new).toBe(false)
    clock.advance(DAY_MS)
    expect((await open(links[1] ?? '')).body.is_new).toBe(true)
    clock.advance(DAY_MS)
    expect((await open(links[2] ?? '')).body.is_new).toBe(true)
    clock.advance(DAY_MS)
    expect((await open(links[3] ?? '')).body.code).toBe('freeze.too_many')
    clock.advance(DAY_MS)
    expect((await submit(await sessionOf(person))).status).toBe(200)
  })

  test('who opens many links at once causes one freeze', async () => {
    const person = await holder()
    for (const amount of ['1', '2', '3']) await submit(person.client, amount)
    const links = await Promise.all([1, 2, 3].map((nth) => link(person, nth)))
    const responses = await Promise.all(links.map(open))
    expect(responses.map(({ body }) => body.is_new).sort()).toEqual([false, false, true])
    const events = await services.log.readStream(`user-${person.userId}`)
    expect(events.filter(({ type }) => type === 'WithdrawalsFrozen')).toHaveLength(1)
  })

  test('who reads the database finds no link', async () => {
    const person = await holder()
    await submit(person.client)
    const watch = new SecretWatch()
    watch.learn('freeze token', await link(person))
    expect(await watch.foundInTables(database.pool)).toEqual([])
  })
})
