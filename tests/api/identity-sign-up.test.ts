import { describe, expect, it } from 'vitest'
import type { UserState } from '#server/identity/decider.ts'
import { hashToken as hashOf } from '#server/identity/secrets.ts'
import {
  confirmEmail,
  logIn,
  recoverPassword,
  resetPassword,
  signUp,
} from '#shared/contract/auth.ts'
import { HOUR_MS } from '#shared/time.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { CONFIRM_LINK, Mailbox, RESET_LINK } from '#tests/api/support/mailbox.ts'
import { expectNoSecrets } from '#tests/api/support/no-secrets.ts'

const { visitor, services, clock, database } = await openTestApp()
const mailbox = new Mailbox(services.config.dataDir)
const password = 'correct horse'
const ASKED_AT = /about the sign-up of ([^.]+)\./

const form = (email: string, words = password) => ({
  full_name: 'Demo User',
  phone: '+1 555 0100',
  email,
  password: words,
})

async function logInResponse(email: string, words = password) {
  return visitor.send(logIn, { body: { email, password: words, refresh_in_body: true } })
}

describe('signing up', () => {
  it('mails a link, and the user can log in after following it', async () => {
    const email = 'first@example.com'
    await visitor.call(signUp, { body: form(email) })
    const token = await mailbox.find(email, CONFIRM_LINK)
    await mailbox.find(email, /(return to the app)/)

    const early = await logInResponse(email)
    expect(early).toMatchObject({ status: 403, body: { code: 'login.unconfirmed' } })

    await visitor.call(confirmEmail, { body: { token } })
    const { status, body } = await logInResponse(email)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token_type: 'bearer',
      expires_in: expect.closeTo(900, -1),
      user: { email, full_name: 'Demo User', role: 'user', is_active: true, credit_score: 60 },
    })
    expect(body.user.display_id).toMatch(/^[A-Z]{8}$/)
  })

  it('records the sign-up in the log without personal data', async () => {
    const { rows } = await database.pool.query(
      `select e.type, e.data::text as data from event e join document d using (stream)
       where d.kind = 'user' order by e.position`,
    )
    expect(rows.map(({ type }) => type)).toEqual(['UserSignedUp', 'EmailConfirmed'])
    for (const { data } of rows)
      expectNoSecrets(data, ['example.com', 'Demo User', '555 0100', '15550100'])
  })

  it('uses the language of the form for the mail and the account', async () => {
    const email = 'vietnamese@example.com'
    await visitor.call(signUp, { body: { ...form(email), language: 'vi' } })
    const token = await mailbox.find(email, CONFIRM_LINK)
    await mailbox.find(email, /(Xác nhận email)/)
    await visitor.call(confirmEmail, { body: { token } })
    expect((await logInResponse(email)).body.user.language).toBe('vi')
  })

  it('gives the same response for a known address and mails its owner', async () => {
    const email = 'known@example.com'
    const first = await visitor.send(signUp, { body: form(email) })
    await visitor.call(confirmEmail, { body: { token: await mailbox.find(email, CONFIRM_LINK) } })
    const again = await visitor.send(signUp, { body: form(email, 'somebody else') })

    expect({ status: again.status, text: again.text }).toEqual({
      status: first.status,
      text: first.text,
    })
    await mailbox.find(email, /(already have a)/)
    expect((await logInResponse(email)).status).toBe(200)
  })

  it('gives the same log-in response for known and new addresses, so that it reveals neither', async () => {
    const known = 'probed@example.com'
    await visitor.call(signUp, { body: form(known) })
    await visitor.call(confirmEmail, { body: { token: await mailbox.find(known, CONFIRM_LINK) } })
    const unknown = 'unprobed@example.com'
    for (const email of [known, unknown]) {
      await visitor.call(signUp, { body: form(email, 'the probing one') })
    }
    await mailbox.find(known, /(already have a)/)
    await mailbox.find(unknown, CONFIRM_LINK)

    const [one, other] = [
      await logInResponse(known, 'the probing one'),
      await logInResponse(unknown, 'the probing one'),
    ]
    expect([one.status, one.text]).toEqual([other.status, other.text])
    expect(one.body.code).toBe('login.unconfirmed')
    await mailbox.find(known, /(already have a)/, 2)
    expect((await logInResponse(known)).status).toBe(200)
  })

  it('sets the password of the confirmed sign-up, not of the first one', async () => {
    const email = 'squatted@example.com'
    await visitor.call(signUp, { body: form(email, 'the squatter') })
    await mailbox.find(email, CONFIRM_LINK)
    await visitor.call(signUp, { body: form(email, 'the owner') })
    await mailbox.find(email, CONFIRM_LINK, 2)
    const tokens = await Promise.all([1, 2].map((n) => mailbox.find(email, CONFIRM_LINK, n)))

    await visitor.call(confirmEmail, { body: { token: tokens[1] ?? '' } })
    expect((await logInResponse(email, 'the squatter')).status).toBe(401)
    expect((await logInResponse(email, 'the owner')).status).toBe(200)
    const late = await visitor.send(confirmEmail, { body: { token: tokens[0] ?? '' } })
    expect(late).toMatchObject({ status: 400, body: { code: 'token.invalid' } })
  })

  it('sends the owner their own link again, although a stranger signed up later', async () => {
    const email = 'contested@example.com'
    await visitor.call(signUp, { body: form(email, 'the owner') })
    const signedUp = await mailbox.find(email, ASKED_AT)
    clock.advance(HOUR_MS)
    await visitor.call(signUp, { body: form(email, 'the stranger') })
    await mailbox.find(email, CONFIRM_LINK, 2)
    clock.advance(HOUR_MS)

    const { body } = await logInResponse(email, 'the owner')
    expect(body.code).toBe('login.unconfirmed')
    const token = await mailbox.find(email, CONFIRM_LINK, 3)
    expect(await mailbox.find(email, ASKED_AT, 3)).toBe(signedUp)
    expect(await mailbox.find(email, ASKED_AT, 2)).not.toBe(signedUp)
    await visitor.call(confirmEmail, { body: { token } })
    expect((await logInResponse(email, 'the owner')).status).toBe(200)
    expect((await logInResponse(email, 'the stranger')).status).toBe(401)
  })

  it('refuses a used, expired or forged link', async () => {
    const email = 'slow@example.com'
    await visitor.call(signUp, { body: form(email) })
    const token = await mailbox.find(email, CONFIRM_LINK)
    clock.advance(24 * HOUR_MS + 1)
    const made = 'A'.repeat(43)
    for (const invalid of [token, made]) {
      const response = await visitor.send(confirmEmail, { body: { token: invalid } })
      expect(response.body.code).toBe('token.invalid')
    }
    // A log-in with the correct password sends a new link.
    await logInResponse(email)
    const fresh = await mailbox.find(email, CONFIRM_LINK, 2)
    await visitor.call(confirmEmail, { body: { token: fresh } })
    const used = await visitor.send(confirmEmail, { body: { token: fresh } })
    expect(used.body.code).toBe('token.invalid')
  })

  it('limits the mails to one address', async () => {
    const email = 'flooded@example.com'
    const responses: number[] = []
    for (let n = 0; n < 6; n += 1) {
      responses.push((await visitor.send(signUp, { body: form(email) })).status)
    }
    expect(responses).toEqual([200, 200, 200, 200, 429, 429])
  })

  it('normalises addresses and refuses invalid ones', async () => {
    const email = 'mixed@example.com'
    await visitor.call(signUp, { body: form('  MiXed@Example.COM ') })
    await visitor.call(confirmEmail, { body: { token: await mailbox.find(email, CONFIRM_LINK) } })
    expect((await logInResponse('MIXED@example.com')).status).toBe(200)
    for (const bad of ['no address', 'a@b', '']) {
      expect((await visitor.send(signUp, { body: form(bad) })).status).toBe(400)
    }
    const short = await visitor.send(signUp, { body: form(email, 'short') })
    expect(short.status).toBe(400)
    expect(short.body.message).toBe('New password must be at least 6 characters long')
  })
})

describe('a server that crashes during a confirmation', () => {
  it('appends the missing event later', async () => {
    const email = 'torn@example.com'
    await visitor.call(signUp, { body: form(email) })
    const token = await mailbox.find(email, CONFIRM_LINK)
    // The log is unavailable when the event should be appended.
    const { append } = services.log
    services.log.append = () => Promise.reject(new Error('the log is away'))
    await visitor.call(confirmEmail, { body: { token } })
    services.log.append = append

    const { rows } = await database.pool.query(
      `select d.stream from person p join document d on d.stream = 'user-' || p.user_id::text
       where p.email = $1`,
      [email],
    )
    const stream: string = rows[0].stream
    const confirmedAt = async () =>
      (await services.log.readDocument<UserState>(stream))?.state.emailConfirmedAt
    expect(await confirmedAt()).toBeNull()
    await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
    await expect.poll(confirmedAt).not.toBeNull()
  })
})

describe('recovery', () => {
  it('sets a new password once and ends every session', async () => {
    const email = 'forgetful@example.com'
    await visitor.call(signUp, { body: form(email) })
    await visitor.call(confirmEmail, { body: { token: await mailbox.find(email, CONFIRM_LINK) } })
    const { body: old } = await logInResponse(email)

    await visitor.call(recoverPassword, { body: { email } })
    const token = await mailbox.find(email, RESET_LINK)
    await visitor.call(resetPassword, { body: { token, password: 'a new one' } })
    const again = await visitor.send(resetPassword, { body: { token, password: 'another' } })
    expect(again.body.code).toBe('token.invalid')

    const caller = await services.identity.authenticate(hashOf(old.access_token))
    expect(caller).toBeUndefined()
    expect((await logInResponse(email)).status).toBe(401)
    expect((await logInResponse(email, 'a new one')).status).toBe(200)
  })

  it('gives the same response for an unknown address and sends no mail', async () => {
    const known = await visitor.send(recoverPassword, { body: { email: 'first@example.com' } })
    const unknown = await visitor.send(recoverPassword, { body: { email: 'nobody@example.com' } })
    expect(unknown.text).toBe(known.text)
    await mailbox.find('first@example.com', RESET_LINK)
    expect(await mailbox.to('nobody@example.com')).toEqual([])
  })

  it('works for the owner even if strangers sign up with the address', async () => {
    const email = 'besieged@example.com'
    for (let n = 0; n < 6; n += 1) await visitor.send(signUp, { body: form(email) })
    const response = await visitor.send(recoverPassword, { body: { email } })
    expect(response.status).toBe(200)
    await mailbox.find(email, RESET_LINK)
  })

  it('refuses a link after an hour', async () => {
    const email = 'mixed@example.com'
    await visitor.call(recoverPassword, { body: { email } })
    const token = await mailbox.find(email, RESET_LINK)
    clock.advance(HOUR_MS + 1)
    const response = await visitor.send(resetPassword, { body: { token, password: 'too late' } })
    expect(response.body.code).toBe('token.invalid')
  })
})
