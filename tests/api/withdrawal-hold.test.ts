import { describe, expect, test } from 'vitest'
import { changePassword, disableSecondFactor } from '#shared/contract/auth.ts'
import { listWithdrawalsForReview, readWithdrawalTerms } from '#shared/contract/withdrawals.ts'
import { DAY_MS, HOUR_MS, instantOf } from '#shared/time.ts'
import { logInAs, newAccount, PASSWORD } from './support/accounts.ts'
import { openTestApp } from './support/app.ts'
import type { Client } from './support/client.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { protectedAccount } from './support/second-factors.ts'
import { newAdmin, newUser } from './support/traders.ts'
import { funded, submit } from './support/withdrawals.ts'

const testApp = await openTestApp()
const { clock } = testApp

const terms = (by: { client: Client }) => by.client.call(readWithdrawalTerms)

describe('after a change of the password or the second factor', () => {
  test('withdrawals are on hold for 24 hours, and the terms show it', async () => {
    const account = await newAccount(testApp)
    const person = await funded(testApp, { ...account, ...(await logInAs(testApp, account)) })
    expect(await terms(person)).toEqual({
      hold_ends_at: null,
      hold_reason: null,
      allowlist: { is_on: false, ends_at: null },
    })
    const changedAt = clock.now()
    const body = { currentPassword: PASSWORD, newPassword: 'another horse' }
    await person.client.call(changePassword, { body })
    const { hold_ends_at: end } = await terms(person)
    expect(Date.parse(end ?? '')).toBeGreaterThanOrEqual(changedAt + DAY_MS)
    const refused = await submit(person)
    expect(refused).toMatchObject({ status: 409, body: { code: 'withdrawal.on_hold' } })
    expect(refused.body.message).toMatch(/^The way you log in was changed\./)
    expect(await holdings(testApp, person)).toEqual({ USDT: '1000 + 0' })

    clock.advance(DAY_MS - HOUR_MS)
    const changed = { ...account, password: body.newPassword }
    expect((await submit(await logInAs(testApp, changed))).status).toBe(409)
    clock.advance(HOUR_MS)
    const later = await logInAs(testApp, changed)
    expect((await terms(later)).hold_ends_at).toBeNull()
    expect((await submit(later)).status).toBe(200)
  })

  test('a new password counts before its event is recorded', async () => {
    const person = await funded(testApp, await newUser(testApp))
    // The event follows in another transaction, or in a job.
    await testApp.database.pool.query(
      'update person set password_changed_at = $2 where user_id = $1',
      [person.userId, new Date(clock.now())],
    )
    expect((await submit(person)).body.code).toBe('withdrawal.on_hold')
  })

  test('turning the second factor off starts a hold, turning it on does not', async () => {
    const person = await funded(testApp, await protectedAccount(testApp))
    expect((await terms(person)).hold_ends_at).toBeNull()
    const body = { password: PASSWORD, code: person.recoveryCodes[1] ?? '' }
    await person.client.call(disableSecondFactor, { body })
    expect((await terms(person)).hold_ends_at).not.toBeNull()
    expect((await submit(person)).body.code).toBe('withdrawal.on_hold')
  })
})

test('the reviewer sees that the owner has a second factor', async () => {
  const person = await funded(testApp, await protectedAccount(testApp))
  const { body } = await submit(person)
  const reviewer = await newAdmin(testApp)
  const pending = await reviewer.client.call(listWithdrawalsForReview)
  expect(pending.find(({ id }) => id === body.request.id)).toMatchObject({ second_factor: true })
  await expectSoundLedger(testApp)
})

// Must be the last test, because it leaves the log unsound.
test('a hold ends at the time in its event, or 24 hours after an event without one', async () => {
  const person = await funded(testApp, await protectedAccount(testApp))
  const body = { password: PASSWORD, code: person.recoveryCodes[1] ?? '' }
  await person.client.call(disableSecondFactor, { body })
  const endNow = async () => (await terms(person)).hold_ends_at
  const { pool } = testApp.database
  const rewrite = (data: string) =>
    pool.query(
      `update event set data = ${data} where type = 'SecondFactorDisabled' and stream = $1`,
      [`user-${person.userId}`],
    )
  const announced = await endNow()
  await rewrite(`(data::jsonb - 'holdEndsAt')::json`)
  expect(await endNow()).toBe(announced)
  const longer = instantOf(Date.parse(announced ?? '') + DAY_MS)
  await rewrite(`(data::jsonb || '{"holdEndsAt": "${longer}"}')::json`)
  expect(await endNow()).toBe(longer)
})
