import { describe, expect, it } from 'vitest'
import { findUserNo } from '#server/facts/user-numbers.ts'
import {
  disableSecondFactor,
  enrolSecondFactor,
  listSessions,
  logIn,
  renewRecoveryCodes,
} from '#shared/contract/auth.ts'
import { readFile } from '#shared/contract/files.ts'
import { toggleUserStatus } from '#shared/contract/users.ts'
import { type Account, logInAs, newAccount, PASSWORD } from '#tests/api/support/accounts.ts'
import { openTestApp, type TestApp } from '#tests/api/support/app.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { nextCode, protect, protectedAccount } from '#tests/api/support/second-factors.ts'
import { fileOnDisk } from '#tests/support/file-on-disk.ts'

const testApp = await openTestApp()
const { visitor, database } = testApp

const tryLogIn = ({ email }: Account, code?: string) =>
  visitor.send(logIn, {
    body: { email, password: PASSWORD, refresh_in_body: true, ...(code ? { code } : {}) },
  })

describe('a second factor', () => {
  it('is required after the password and accepts the app’s code', async () => {
    const account = await protectedAccount(testApp)
    expect(account.uri).toContain(`otpauth://totp/`)
    expect((await tryLogIn(account)).body.code).toBe('login.second_factor_required')
    expect((await tryLogIn(account, '000000')).body.code).toBe('login.second_factor_wrong')
    const { status, body } = await tryLogIn(account, await nextCode(testApp, account.secret))
    expect(status).toBe(200)
    expect(body.user.second_factor).toBe(true)
  })

  it('accepts each code once and none older than the last one', async () => {
    const account = await protectedAccount(testApp)
    const older = await nextCode(testApp, account.secret)
    const code = await nextCode(testApp, account.secret)
    const responses = await Promise.all([1, 2, 3].map(() => tryLogIn(account, code)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect((await tryLogIn(account, older)).status).toBe(401)
  })

  it('accepts each recovery code once', async () => {
    const account = await protectedAccount(testApp)
    expect(account.recoveryCodes).toHaveLength(10)
    const [code = ''] = account.recoveryCodes
    expect((await tryLogIn(account, code.toUpperCase())).status).toBe(200)
    expect((await tryLogIn(account, code)).status).toBe(401)
  })

  it('is stored encrypted, with recovery codes as hashes', async () => {
    const { userId, secret, recoveryCodes } = await protectedAccount(testApp)
    const { rows } = await database.pool.query(
      `select f.secret, array_agg(c.hash) as hashes
       from second_factor f join recovery_code c using (user_id)
       where user_id = $1 group by f.secret`,
      [userId],
    )
    expect(rows[0].secret.toString('latin1')).not.toContain(secret)
    expect(rows[0].hashes).toHaveLength(10)
    for (const hash of rows[0].hashes) {
      expect(recoveryCodes).not.toContain(hash.toString())
    }
  })

  it('throttles guesses', async () => {
    const account = await protectedAccount(testApp)
    for (let n = 0; n < 5; n += 1) await tryLogIn(account, '000000')
    expect((await tryLogIn(account, '000000')).body.code).toBe('rate.limited')
  })

  it('needs password and code to be turned off or to renew recovery codes', async () => {
    const { client, secret, recoveryCodes, ...account } = await protectedAccount(testApp)
    const wrong = { password: 'wrong words', code: await nextCode(testApp, secret) }
    expect((await client.send(disableSecondFactor, { body: wrong })).body.code).toBe(
      'password.wrong',
    )
    const renewed = await client.call(renewRecoveryCodes, {
      body: { password: PASSWORD, code: wrong.code },
    })
    expect((await tryLogIn(account, recoveryCodes[1])).status).toBe(401)
    const body = { password: PASSWORD, code: renewed.recovery_codes[0] ?? '' }
    await client.call(disableSecondFactor, { body })
    expect((await tryLogIn(account)).status).toBe(200)
    const { rows } = await database.pool.query(
      `select type from event where stream = $1 and type like 'SecondFactor%' order by position`,
      [`user-${account.userId}`],
    )
    expect(rows.map(({ type }) => type)).toEqual(['SecondFactorEnabled', 'SecondFactorDisabled'])
  })

  it('cannot be replaced while it is on', async () => {
    const { client } = await protectedAccount(testApp)
    const response = await client.send(enrolSecondFactor, { body: { password: PASSWORD } })
    expect(response.body.code).toBe('second_factor.on')
  })
})

describe('if staff need a second factor', () => {
  it('staff without one can reach only their own account', async () => {
    const strict = await openTestApp({ config: { staffSecondFactor: 'required' } })
    const account = await newAccount(strict, 'admin')
    const customer = await newAccount(strict)
    const { client } = await logInAs(strict, account)
    const body = { userId: customer.userId, isActive: false }
    const early = await client.send(toggleUserStatus, { body })
    expect(early).toMatchObject({ status: 403, body: { code: 'staff.second_factor_required' } })
    expect((await client.send(listSessions)).status).toBe(200)
    const id = await keepFileOf(strict, customer)
    expect((await client.send(readFile, { params: { id } })).status).toBe(403)

    await protect(strict, client)
    expect((await client.send(toggleUserStatus, { body })).status).toBe(200)
    expect((await client.send(readFile, { params: { id } })).status).toBe(200)
  })
})

async function keepFileOf({ services }: TestApp, { userId }: Account): Promise<string> {
  const owner = await findUserNo(services.pool, userId)
  const kept = await services.uploads.keep({
    owner: owner ?? 0n,
    kind: 'screenshot',
    accepts: 'image',
    file: await fileOnDisk(await photo()),
  })
  return 'refused' in kept ? '' : kept.id
}
