import { describe, expect, it } from 'vitest'
import { ensureFirstAdmin } from '#server/identity/confirmed-users.ts'
import { logIn as logInWith, SIGN_UPS_COMPARED } from '#server/identity/log-in.ts'
import type { Passwords } from '#server/identity/passwords.ts'
import { currentUser, logIn, signUp } from '#shared/contract/auth.ts'
import { toggleUserStatus } from '#shared/contract/users.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { type Account, logInAs, newAccount, PASSWORD } from '#tests/api/support/accounts.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { StandingClock } from '#tests/support/rate-limits.ts'

// The clock stands still, so that no wait passes while a slow machine sends the next request.
const clock = new StandingClock(Date.now())
const testApp = await openTestApp({ clock })
const { app } = testApp

async function tryFrom(remoteAddress: string, { email }: Pick<Account, 'email'>, words: string) {
  const response = await app.inject({
    method: 'POST',
    url: logIn.path,
    remoteAddress,
    payload: { email, password: words, refresh_in_body: true },
  })
  const retryAfter = Number(response.headers['retry-after'] ?? 0)
  return { status: response.statusCode, retryAfter, text: response.body }
}

describe('logging in', () => {
  it('gives the same response for an unknown address and a wrong password', async () => {
    const account = await newAccount(testApp)
    const wrong = await tryFrom('192.0.2.1', account, 'wrong words')
    const unknown = await tryFrom('192.0.2.1', { email: 'nobody@example.com' }, 'wrong words')
    expect(unknown).toEqual(wrong)
    expect(JSON.parse(wrong.text)).toMatchObject({
      code: 'login.failed',
      error: 'Login failed',
      message: 'Invalid login credentials',
    })
  })

  it('checks as many hashes in all cases, so that timing reveals no difference', async () => {
    const { identity } = testApp.services
    const known = await newAccount(testApp)
    const hashesFor = async (email: string) => {
      let hashes = 0
      const passwords: Passwords = {
        ...identity.passwords,
        verify(hash, password) {
          hashes += 1
          return identity.passwords.verify(hash, password)
        },
      }
      const given = {
        email,
        password: 'wrong words',
        code: undefined,
        device: { userAgent: 'test' },
      }
      await logInWith({ ...identity, passwords }, { ...given, network: '192.0.2.9' })
      return hashes
    }
    expect(await hashesFor(known.email)).toBe(1 + SIGN_UPS_COMPARED)
    expect(await hashesFor('also-unknown@example.com')).toBe(1 + SIGN_UPS_COMPARED)
    const body = { full_name: 'Demo User', phone: '+1 555 0100', password: PASSWORD }
    const email = 'newly-signed-up@example.com'
    for (const password of [PASSWORD, 'the other horse']) {
      await testApp.visitor.call(signUp, { body: { ...body, email, password } })
    }
    expect(await hashesFor(email)).toBe(1 + SIGN_UPS_COMPARED)
  })

  it('increases the delay with each failure, up to a limit', async () => {
    const account = await newAccount(testApp)
    const waits: number[] = []
    for (let n = 0; n < 12; n += 1) {
      const failed = await tryFrom(`198.51.100.${n}`, account, 'wrong words')
      expect(failed.status).toBe(401)
      if (n < 4) continue
      const { status, retryAfter } = await tryFrom(`198.51.100.${n}`, account, PASSWORD)
      expect(status).toBe(429)
      waits.push(retryAfter)
      clock.advance(retryAfter * 1_000)
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256])
    const after = await tryFrom('198.51.100.200', account, PASSWORD)
    expect(after.status).toBe(200)
  })

  it('never blocks a known network because of failures elsewhere', async () => {
    const account = await newAccount(testApp)
    expect((await tryFrom('203.0.113.7', account, PASSWORD)).status).toBe(200)
    for (let n = 0; n < 8; n += 1) await tryFrom('198.51.100.66', account, 'wrong words')
    expect((await tryFrom('198.51.100.66', account, PASSWORD)).status).toBe(429)
    expect((await tryFrom('203.0.113.7', account, PASSWORD)).status).toBe(200)
  })

  it('counts concurrent attempts before their results are known', async () => {
    const account = await newAccount(testApp)
    const responses = await atOnce(25, (n) => tryFrom(`198.51.100.${n}`, account, 'wrong words'))
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  it('throttles a network that tries many addresses, for up to 15 minutes', async () => {
    const network = '198.51.100.99'
    for (let n = 0; n < 30; n += 1) {
      const response = await tryFrom(network, { email: `guess-${n}@example.com` }, 'wrong words')
      expect(response.status).toBe(401)
    }
    const account = await newAccount(testApp)
    expect((await tryFrom(network, account, PASSWORD)).status).toBe(429)
    expect((await tryFrom('198.51.100.98', account, PASSWORD)).status).toBe(200)
    clock.advance(15 * MINUTE_MS)
    expect((await tryFrom(network, account, PASSWORD)).status).toBe(200)
  })
})

describe('the caller', () => {
  it('is read on every request, so that disabling takes effect at once', async () => {
    const admin = await logInAs(testApp, await newAccount(testApp, 'admin'))
    const account = await newAccount(testApp)
    const user = await logInAs(testApp, account)
    const body = { userId: account.userId, isActive: false }
    await admin.client.call(toggleUserStatus, { body })
    expect((await user.client.call(currentUser)).is_active).toBe(false)
    await admin.client.call(toggleUserStatus, { body: { ...body, isActive: true } })
    expect((await user.client.call(currentUser)).is_active).toBe(true)
  })

  it('cannot disable others as a user, or themselves as staff', async () => {
    const account = await newAccount(testApp, 'admin')
    const admin = await logInAs(testApp, account)
    const user = await logInAs(testApp, await newAccount(testApp))
    const body = { userId: account.userId, isActive: false }
    expect((await user.client.send(toggleUserStatus, { body })).status).toBe(403)
    expect((await admin.client.send(toggleUserStatus, { body })).status).toBe(403)
  })

  it('becomes first admin once when several servers start', async () => {
    const fresh = await openTestApp()
    const admin = { email: 'admin@example.com', fullName: 'Demo Admin', password: PASSWORD }
    await atOnce(3, () => ensureFirstAdmin(fresh.services.identity, admin))
    expect(await ensureFirstAdmin(fresh.services.identity, admin)).toBe(false)
    const { rows } = await fresh.database.pool.query(
      `select type from event where type = 'RoleGranted'`,
    )
    expect(rows).toHaveLength(1)
    const session = await visitorLogIn(fresh, admin.email)
    expect(session.user.role).toBe('admin')
  })
})

function visitorLogIn({ visitor }: Pick<typeof testApp, 'visitor'>, email: string) {
  return visitor.call(logIn, { body: { email, password: PASSWORD, refresh_in_body: true } })
}
