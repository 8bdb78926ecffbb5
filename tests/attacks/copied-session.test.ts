import { describe, expect, test } from 'vitest'
import {
  currentUser,
  logIn,
  recoverPassword,
  refreshSession,
  resetPassword,
} from '#shared/contract/auth.ts'
import { logInWithPasskey } from '#shared/contract/passkeys.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { logInAs, newAccount, PASSWORD } from '#tests/api/support/accounts.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { Client } from '#tests/api/support/client.ts'
import { logInBound, newDeviceKey, refreshWith } from '#tests/api/support/device-key.ts'
import { Mailbox, RESET_LINK } from '#tests/api/support/mailbox.ts'
import { enrolPasskey, logInByPasskey } from '#tests/api/support/passkeys.ts'
import { newUser } from '#tests/api/support/traders.ts'

const testApp = await openTestApp()
const { app, visitor, services, clock, database } = testApp
const mailbox = new Mailbox(services.config.dataDir)

const statusOf = async (accessToken: string) =>
  (await new Client(app, accessToken).send(currentUser)).status

const eventsOf = async (userId: string, type: string) => {
  const { rowCount } = await database.pool.query(
    'select from event where stream = $1 and type = $2',
    [`user-${userId}`, type],
  )
  return rowCount
}

async function boundSession() {
  const account = await newAccount(testApp)
  const key = await newDeviceKey(testApp)
  return { account, key, session: await logInBound(testApp, account, key) }
}

describe('a thief who copied the refresh secret of a browser', () => {
  test('gets nothing by refreshing first and waiting, and ends the session', async () => {
    const { account, key, session } = await boundSession()
    const thief = await refreshWith(testApp, session.refresh)
    expect([thief.status, thief.body.code]).toEqual([401, 'session.expired'])
    expect(await statusOf(session.access_token)).toBe(401)
    const owner = await refreshWith(testApp, session.refresh, await key.proof(refreshSession))
    expect(owner.status).toBe(401)
    await mailbox.find(account.email, /(used from a device that it does not belong to)/)
    expect(await eventsOf(account.userId, 'SessionCopied')).toBe(1)
  })

  test('gets nothing with a key or a signature of their own', async () => {
    for (const isForged of [false, true]) {
      const { key, session } = await boundSession()
      const other = await newDeviceKey(testApp, isForged ? key.jwk : undefined)
      const proof = await other.proof(refreshSession)
      expect((await refreshWith(testApp, session.refresh, proof)).status).toBe(401)
      expect(await statusOf(session.access_token)).toBe(401)
    }
  })

  test('gets nothing from a session that a passkey opened', async () => {
    const { client } = await newUser(testApp)
    const { device } = await enrolPasskey(testApp, client)
    const key = await newDeviceKey(testApp)
    const dpop = await key.proof(logInWithPasskey)
    const { refresh_token } = await logInByPasskey(testApp, device, { dpop })
    const own = await refreshWith(testApp, refresh_token ?? '', await key.proof(refreshSession))
    expect(own.status).toBe(200)
    expect((await refreshWith(testApp, own.body.refresh_token ?? '')).status).toBe(401)
  })

  test('gets nothing by replaying a proof', async () => {
    const { key, session } = await boundSession()
    const seen = await key.proof(refreshSession)
    const { body: pair } = await refreshWith(testApp, session.refresh, seen)
    const again = await refreshWith(testApp, pair.refresh_token ?? '', seen)
    expect([again.status, again.body.code]).toEqual([400, 'device_proof.nonce_required'])
    clock.advance(3 * MINUTE_MS)
    const late = await refreshWith(testApp, pair.refresh_token ?? '', seen)
    expect([late.status, late.body.code]).toEqual([400, 'device_proof.nonce_required'])
    const ofLogIn = await refreshWith(testApp, pair.refresh_token ?? '', await key.proof(logIn))
    expect(ofLogIn.status).toBe(401)
  })

  test('has at most 12 hours in a session without a key', async () => {
    const { refresh } = await logInAs(testApp, await newAccount(testApp))
    const { body: pair } = await refreshWith(testApp, refresh)
    clock.advance(12 * HOUR_MS - SECOND_MS)
    const { body: last } = await refreshWith(testApp, pair.refresh_token ?? '')
    clock.advance(SECOND_MS)
    expect((await refreshWith(testApp, last.refresh_token ?? '')).status).toBe(401)
  })
})

describe('a bound session', () => {
  test('lasts 30 days', async () => {
    const { key, session } = await boundSession()
    let token = session.refresh
    for (const days of [1, 14, 14]) {
      clock.advance(days * DAY_MS)
      const proof = await key.proof(refreshSession)
      token = (await refreshWith(testApp, token, proof)).body.refresh_token ?? ''
    }
    clock.advance(DAY_MS)
    const late = await refreshWith(testApp, token, await key.proof(refreshSession))
    expect(late.body.code).toBe('session.expired')
  })

  test('continues with a nonce if the clock of the device is wrong', async () => {
    const { key, session } = await boundSession()
    const wrong = { clockOffMs: -3 * DAY_MS }
    const asked = await refreshWith(
      testApp,
      session.refresh,
      await key.proof(refreshSession, wrong),
    )
    expect(asked).toMatchObject({
      status: 400,
      body: { code: 'device_proof.nonce_required', error: 'use_dpop_nonce' },
    })
    const nonce = String(asked.headers['dpop-nonce'])
    clock.advance(5 * MINUTE_MS)
    const proof = await key.proof(refreshSession, { ...wrong, nonce })
    const { status, body } = await refreshWith(testApp, session.refresh, proof)
    expect(status).toBe(200)
    clock.advance(5 * MINUTE_MS)
    const old = await key.proof(refreshSession, { ...wrong, nonce })
    const refused = await refreshWith(testApp, body.refresh_token ?? '', old)
    expect(refused.body.code).toBe('device_proof.nonce_required')
  })

  test('cannot be opened with an invalid proof', async () => {
    const { email } = await newAccount(testApp)
    const key = await newDeviceKey(testApp)
    const proofs = [
      'x',
      await key.proof(refreshSession),
      await key.proof(logIn, { htu: 'https://evil.example/api/auth/login' }),
      await key.proof(logIn, { htm: 'GET' }),
      await key.proof(logIn, { jti: '' }),
    ]
    for (const dpop of proofs) {
      const body = { email, password: PASSWORD, refresh_in_body: true }
      const response = await visitor.send(logIn, { body, headers: { dpop } })
      expect([response.status, response.body.error]).toEqual([400, 'invalid_dpop_proof'])
    }
  })

  test('gives the same tokens to parallel tabs and after a lost response', async () => {
    const { key, session } = await boundSession()
    const refresh = async () =>
      refreshWith(testApp, session.refresh, await key.proof(refreshSession))
    const responses = await Promise.all(Array.from({ length: 5 }, refresh))
    clock.advance(3 * DAY_MS)
    responses.push(await refresh())
    expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1)
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
  })
})

describe('a session of staff that was left open', () => {
  const staffSession = async () => {
    const account = await newAccount(testApp, 'admin')
    const key = await newDeviceKey(testApp)
    const { refresh, access_token } = await logInBound(testApp, account, key)
    let token = refresh
    return {
      access_token,
      async refresh(idleMs?: number) {
        const { status, body } = await visitor.send(refreshSession, {
          body: { refresh_token: token, ...(idleMs && { idle_seconds: idleMs / SECOND_MS }) },
          headers: { dpop: await key.proof(refreshSession) },
        })
        token = body.refresh_token ?? ''
        return { status, expiresIn: body.expires_in }
      },
    }
  }

  test('ends after 30 minutes without use, even if the app is open', async () => {
    const { refresh } = await staffSession()
    clock.advance(10 * MINUTE_MS)
    expect(await refresh(10 * MINUTE_MS)).toEqual({ status: 200, expiresIn: 900 })
    clock.advance(14 * MINUTE_MS)
    expect(await refresh(24 * MINUTE_MS)).toEqual({ status: 200, expiresIn: 360 })
    clock.advance(6 * MINUTE_MS)
    expect((await refresh(30 * MINUTE_MS)).status).toBe(401)
  })

  test('continues while it is used, for up to 12 hours', async () => {
    const { refresh } = await staffSession()
    for (let turn = 0; turn < 24; turn += 1) {
      clock.advance(29 * MINUTE_MS)
      expect((await refresh()).status).toBe(200)
    }
    clock.advance(24 * MINUTE_MS)
    expect((await refresh()).status).toBe(401)
  })
})

describe('a log-in from a new device', () => {
  const SUBJECT = /Subject: (New device logged in)/
  const origin = services.config.publicUrl
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0'
  const browser = async (email: string, cookie = '', userAgent = FIREFOX) => {
    const response = await app.inject({
      method: 'POST',
      url: logIn.path,
      headers: { origin, cookie, 'user-agent': userAgent },
      payload: { email, password: PASSWORD },
    })
    const cookies = [response.headers['set-cookie'] ?? []].flat()
    return cookies.map((each) => each.split(';')[0]).join('; ')
  }

  test('sends a mail with time and browser, once for each device', async () => {
    const account = await newAccount(testApp)
    await logInAs(testApp, account)
    await logInAs(testApp, account)
    const cookie = await browser(account.email)
    await mailbox.find(account.email, SUBJECT)
    await browser(account.email, cookie)
    await browser(account.email)
    await mailbox.find(account.email, SUBJECT, 2)
    const mails = await mailbox.to(account.email)
    expect(mails).toHaveLength(2)
    expect(mails[0]).toContain('Device: Firefox on Windows')
    expect(mails[0]).toMatch(/Time: \w{3} \d+, \d{4}, \d\d:\d\d [AP]M UTC/)
  })

  test('sends one for a known device of a thief after the owner has set a new password', async () => {
    const THIEF = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'
    const account = await newAccount(testApp)
    await logInAs(testApp, account)
    const owners = await browser(account.email)
    await mailbox.find(account.email, SUBJECT)
    const thiefs = await browser(account.email, '', THIEF)
    await mailbox.find(account.email, SUBJECT, 2)
    await visitor.call(recoverPassword, { body: { email: account.email } })
    const token = await mailbox.find(account.email, RESET_LINK)
    await app.inject({
      method: 'POST',
      url: resetPassword.path,
      headers: { origin, cookie: owners, 'user-agent': FIREFOX },
      payload: { token, password: PASSWORD },
    })
    await browser(account.email, owners)
    await browser(account.email, thiefs, THIEF)
    await mailbox.find(account.email, SUBJECT, 3)
    const mails = (await mailbox.to(account.email)).filter((mail) => SUBJECT.test(mail))
    const devices = mails.map((mail) => /Device: (.+)/.exec(mail)?.[1])
    expect(devices).toEqual(['Firefox on Windows', 'Firefox on Linux', 'Firefox on Linux'])
  })
})
