import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  changePassword,
  currentUser,
  listSessions,
  logIn,
  logOut,
  refreshSession,
  revokeSession,
} from '#shared/contract/auth.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { logInAs, newAccount, PASSWORD } from '#tests/api/support/accounts.ts'
import { openTestApp, openTestServer } from '#tests/api/support/app.ts'
import { Client } from '#tests/api/support/client.ts'
import { Mailbox } from '#tests/api/support/mailbox.ts'
import { atOnce } from '#tests/support/at-once.ts'

const testApp = await openTestApp()
const { app, visitor, clock, market, services, database } = testApp
const mailbox = new Mailbox(services.config.dataDir)

const refresh = (token: string) => visitor.send(refreshSession, { body: { refresh_token: token } })
const statusOf = async (accessToken: string) =>
  (await new Client(app, accessToken).send(currentUser)).status

describe('a session', () => {
  it('has an access token that is valid for 15 minutes', async () => {
    const { access_token, client } = await logInAs(testApp, await newAccount(testApp))
    expect(await statusOf(access_token)).toBe(200)
    clock.advance(15 * MINUTE_MS + SECOND_MS)
    expect(await client.send(currentUser)).toMatchObject({
      status: 401,
      body: { code: 'session.expired' },
    })
  })

  it('is stored only as hashes', async () => {
    const session = await logInAs(testApp, await newAccount(testApp))
    const { rows } = await database.pool.query(
      `select string_agg(t::text, '') as everything from (
         select to_jsonb(a) as t from access_token a
         union all select to_jsonb(r) from refresh_token r
         union all select to_jsonb(s) from session s) as all_rows`,
    )
    const hex = (token: string) => Buffer.from(token).toString('hex')
    for (const secret of [session.access_token, session.refresh]) {
      expect(rows[0].everything).not.toContain(secret)
      expect(rows[0].everything).not.toContain(hex(secret))
    }
  })

  it('can be refreshed while the old access token stays valid', async () => {
    const first = await logInAs(testApp, await newAccount(testApp))
    const { body: second } = await refresh(first.refresh)
    expect(second.access_token).not.toBe(first.access_token)
    expect(await statusOf(second.access_token)).toBe(200)
    expect(await statusOf(first.access_token)).toBe(200)
  })

  it('returns the same tokens to parallel tabs and after a lost response', async () => {
    const { refresh: token } = await logInAs(testApp, await newAccount(testApp))
    const responses = await atOnce(10, () => refresh(token))
    const pairs = responses.map(({ body }) => `${body.access_token} ${body.refresh_token}`)
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(pairs).size).toBe(1)
    clock.advance(50 * SECOND_MS)
    expect((await refresh(token)).body.refresh_token).toBe(responses[0]?.body.refresh_token)
  })

  it('ends and notifies its owner when a used refresh token is reused late', async () => {
    const account = await newAccount(testApp)
    const stolen = await logInAs(testApp, account)
    const { body: owner } = await refresh(stolen.refresh)
    expect(await statusOf(owner.access_token)).toBe(200)
    clock.advance(MINUTE_MS + SECOND_MS)
    expect((await refresh(stolen.refresh)).status).toBe(401)
    expect((await refresh(owner.refresh_token ?? '')).status).toBe(401)
    expect(await statusOf(owner.access_token)).toBe(401)
    await mailbox.find(account.email, /(ended one of your sessions)/)
  })

  it('survives a lost response, even if the master key has been replaced since', async () => {
    const { refresh: token } = await logInAs(testApp, await newAccount(testApp))
    const { body: lost } = await refresh(token)
    const masterKeys = [randomBytes(32), services.config.masterKeys[0]] as const
    const config = { masterKeys, dataDir: services.config.dataDir }
    const later = await openTestServer(database, { clock, priceSource: market, config })
    const { body } = await new Client(later.app).send(refreshSession, {
      body: { refresh_token: token },
    })
    await later.stop()
    // The remaining time, in seconds.
    expect(body.expires_in).toBeLessThanOrEqual(lost.expires_in)
    expect({ ...body, expires_in: lost.expires_in }).toEqual(lost)
  })

  it('survives a lost response, even if the next refresh comes hours later', async () => {
    const { refresh: token } = await logInAs(testApp, await newAccount(testApp))
    const { body: lost } = await refresh(token)
    clock.advance(3 * HOUR_MS)
    const { status, body: again } = await refresh(token)
    expect(status).toBe(200)
    expect(again.refresh_token).toBe(lost.refresh_token)
    const { body: next } = await refresh(again.refresh_token ?? '')
    expect(await statusOf(next.access_token)).toBe(200)
  })

  it('ends when the owner sends a refresh token that a thief has already used', async () => {
    const { refresh: token } = await logInAs(testApp, await newAccount(testApp))
    await refresh(token)
    const { body: thief } = await refresh(token)
    expect(await statusOf(thief.access_token)).toBe(200)
    clock.advance(MINUTE_MS + SECOND_MS)
    expect((await refresh(token)).status).toBe(401)
    expect(await statusOf(thief.access_token)).toBe(401)
  })

  it('refuses an old refresh token once its successor is used, even within a minute', async () => {
    const first = await logInAs(testApp, await newAccount(testApp))
    const { body: second } = await refresh(first.refresh)
    const { body: third } = await refresh(second.refresh_token ?? '')
    expect((await refresh(first.refresh)).status).toBe(401)
    expect((await refresh(third.refresh_token ?? '')).status).toBe(200)
  })

  it('ends on log-out with either token', async () => {
    const account = await newAccount(testApp)
    const byBearer = await logInAs(testApp, account)
    await byBearer.client.call(logOut, { body: {} })
    expect((await refresh(byBearer.refresh)).status).toBe(401)
    const byRefresh = await logInAs(testApp, account)
    await visitor.call(logOut, { body: { refresh_token: byRefresh.refresh } })
    expect(await statusOf(byRefresh.access_token)).toBe(401)
  })

  it('can be listed and ended only by its owner', async () => {
    const account = await newAccount(testApp)
    const here = await logInAs(testApp, account)
    const there = await logInAs(testApp, account)
    const stranger = await logInAs(testApp, await newAccount(testApp))
    const sessions = await here.client.call(listSessions)
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true])

    const id = sessions.find(({ current }) => !current)?.id ?? ''
    expect((await stranger.client.send(revokeSession, { params: { id } })).status).toBe(404)
    await here.client.call(revokeSession, { params: { id } })
    expect(await statusOf(there.access_token)).toBe(401)
    expect(await statusOf(here.access_token)).toBe(200)
  })

  it('on another device ends when the password changes', async () => {
    const account = await newAccount(testApp)
    const here = await logInAs(testApp, account)
    const there = await logInAs(testApp, account)
    const wrong = await here.client.send(changePassword, {
      body: { currentPassword: 'not this one', newPassword: 'a new one' },
    })
    expect(wrong.body.code).toBe('password.wrong')
    const { message } = await here.client.call(changePassword, {
      body: { currentPassword: PASSWORD, newPassword: 'a new one' },
    })
    expect(message).toBe('Password updated successfully! You can now login with your new password.')
    expect(await statusOf(there.access_token)).toBe(401)
    expect(await statusOf(here.access_token)).toBe(200)
    const { rows } = await database.pool.query(
      `select data from event where stream = $1 and type = 'PasswordChanged'`,
      [`user-${account.userId}`],
    )
    expect(rows).toMatchObject([{ data: { by: 'owner' } }])
    await mailbox.find(account.email, /Subject: (Your password was changed)/)
    expect(await mailbox.to(account.email)).toHaveLength(1)
  })
})

describe('in a browser', () => {
  const origin = services.config.publicUrl
  const post = (url: string, headers: Record<string, string>, payload: object = {}) =>
    app.inject({ method: 'POST', url, headers, payload })
  const cookiesOf = (response: { headers: Record<string, unknown> }) =>
    [response.headers['set-cookie']].flat().map(String)
  const cookieOf = (response: { headers: Record<string, unknown> }) => cookiesOf(response)[0] ?? ''

  async function openBrowser() {
    const { email } = await newAccount(testApp)
    const response = await post(logIn.path, { origin }, { email, password: PASSWORD })
    return { response, cookie: cookieOf(response).split(';')[0] ?? '' }
  }

  it('the refresh token is an HttpOnly cookie, limited to our site', async () => {
    const { response } = await openBrowser()
    expect(response.json().refresh_token).toBeNull()
    expect(cookiesOf(response)).toEqual([
      expect.stringMatching(
        /^refresh_token=[\w-]{43}; Max-Age=43200; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
      ),
      expect.stringMatching(
        /^device=[\w-]{43}; Max-Age=34560000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
      ),
    ])
  })

  it('the cookie refreshes the session only from our own pages', async () => {
    const { cookie } = await openBrowser()
    for (const foreign of ['https://evil.example', 'null', 'http://localhost:1']) {
      const response = await post(refreshSession.path, { cookie, origin: foreign })
      expect(response.statusCode).toBe(403)
      expect(response.headers['set-cookie']).toBeUndefined()
    }
    const sneaky = await post(refreshSession.path, { cookie, 'sec-fetch-site': 'cross-site' })
    expect(sneaky.statusCode).toBe(403)
    const response = await post(refreshSession.path, { cookie, origin })
    expect(response.statusCode).toBe(200)
    expect(cookieOf(response)).not.toContain(cookie)
  })

  it('another site cannot log a user in or out', async () => {
    const { email } = await newAccount(testApp)
    const { cookie } = await openBrowser()
    const foreign = { origin: 'https://evil.example' }
    const into = await post(logIn.path, foreign, { email, password: PASSWORD })
    expect(into.statusCode).toBe(403)
    await post(logOut.path, { ...foreign, cookie })
    expect((await post(refreshSession.path, { cookie, origin })).statusCode).toBe(200)
  })

  it('log-out ends the session and deletes the cookie', async () => {
    const { cookie } = await openBrowser()
    const response = await post(logOut.path, { cookie, origin })
    expect(cookieOf(response)).toContain('refresh_token=; Max-Age=0; Path=/api/auth')
    expect((await post(refreshSession.path, { cookie, origin })).statusCode).toBe(401)
  })
})
