import { describe, expect, it } from 'vitest'
import { logIn as logInWith } from '#server/identity/log-in.ts'
import { changePassword, requestRecovery, resetPassword } from '#server/identity/password-change.ts'
import type { Passwords } from '#server/identity/passwords.ts'
import { listSessions, logIn } from '#shared/contract/auth.ts'
import { type Account, logInAs, newAccount, PASSWORD } from '#tests/api/support/accounts.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { Mailbox, RESET_LINK } from '#tests/api/support/mailbox.ts'

const testApp = await openTestApp()
const { services, visitor } = testApp
const { identity } = services
const mailbox = new Mailbox(services.config.dataDir)
const metadata = {
  actor: { kind: 'visitor' },
  at: '2026-01-01T00:00:00.000Z',
  correlation: '018f0000-0000-7000-8000-000000000002',
} as const

/** The owner resets the password with a recovery mail. */
async function recover({ email }: Account): Promise<void> {
  await requestRecovery(identity, email)
  const token = await mailbox.find(email, RESET_LINK)
  await resetPassword(identity, { token, password: 'the new one', devices: [], metadata })
}

/** Identity in which the owner recovers right after the old password was verified. */
function recoveringDuringVerify(account: Account) {
  let isOver = false
  const passwords: Passwords = {
    ...identity.passwords,
    async verify(hash, password) {
      const isRight = await identity.passwords.verify(hash, password)
      if (!isOver) await recover(account)
      isOver = true
      return isRight
    },
  }
  return { ...identity, passwords }
}

describe('an attacker with the old password, while the owner sets a new one', () => {
  it('gets no session from a concurrent log-in', async () => {
    const account = await newAccount(testApp)
    const attempt = logInWith(recoveringDuringVerify(account), {
      email: account.email,
      password: PASSWORD,
      code: undefined,
      network: '192.0.2.1',
      device: { userAgent: 'thief' },
    })
    await expect(attempt).rejects.toMatchObject({ refusal: { refused: 'login.failed' } })
  })

  it('cannot complete a concurrent password change', async () => {
    const account = await newAccount(testApp)
    const { client } = await logInAs(testApp, account)
    const [session] = await client.call(listSessions)
    const caller = { userId: account.userId, sessionId: session?.id ?? '' }
    const given = { current: PASSWORD, next: 'that of the thief', devices: [], metadata }
    expect(await changePassword(recoveringDuringVerify(account), caller, given)).toEqual({
      refused: 'session.expired',
    })
    const body = { email: account.email, password: 'the new one', refresh_in_body: true }
    expect((await visitor.send(logIn, { body })).status).toBe(200)
  })
})
