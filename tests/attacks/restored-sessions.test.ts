import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, expect, inject, it } from 'vitest'
import { drill } from '#server/backup/drill.ts'
import { openFolderPlace } from '#server/backup/folder-place.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { BACKGROUND_BOUNDS } from '#server/events/connection.ts'
import { openPool } from '#server/platform/pool.ts'
import {
  confirmEmail,
  recoverPassword,
  refreshSession,
  resetPassword,
  signUp,
} from '#shared/contract/auth.ts'
import { logInAs, newAccount } from '#tests/api/support/accounts.ts'
import { openTestApp, openTestServer } from '#tests/api/support/app.ts'
import { Client } from '#tests/api/support/client.ts'
import { CONFIRM_LINK, Mailbox, RESET_LINK } from '#tests/api/support/mailbox.ts'
import { cloneDatabase } from '#tests/support/postgres-url.ts'

const testApp = await openTestApp()
const { services, visitor, database, clock, market: priceSource } = testApp
const mailbox = new Mailbox(services.config.dataDir)
const { masterKeys } = services.config
const folder = await mkdtemp(join(tmpdir(), 'keel-restored-sessions-'))
const place = openFolderPlace(folder)
const identity = await generateX25519Identity()
afterAll(() => rm(folder, { recursive: true }))

const NEW_PASSWORD = 'a new password of mine'

it('a restore revives no session and no link, and a drill ends none', async () => {
  const account = await newAccount(testApp)
  const { refresh } = await logInAs(testApp, account)
  const stays = await logInAs(testApp, account)
  await visitor.call(recoverPassword, { body: { email: account.email } })
  const body = { email: 'new@example.com', full_name: 'New', phone: '1', password: NEW_PASSWORD }
  await visitor.call(signUp, { body })
  const resetToken = await mailbox.find(account.email, RESET_LINK)
  const confirmToken = await mailbox.find(body.email, CONFIRM_LINK)
  const recipients = [await identityToRecipient(identity)]
  await makeBackup({ ownerUrl: database.url, place, recipients, masterKeys })

  await drill({ ownerUrl: database.url, place, identities: [identity], masterKeys })
  const again = await visitor.send(refreshSession, { body: { refresh_token: stays.refresh } })
  expect(again.status).toBe(200)

  const target = await cloneDatabase(inject('postgres'))
  const { url: ownerUrl, applicationUrl } = target
  await restoreBackup({ ownerUrl, applicationUrl, place, identities: [identity], masterKeys })
  const pool = openPool(ownerUrl, 4, BACKGROUND_BOUNDS)
  const restored = await openTestServer({ ...target, pool }, { clock, priceSource })
  try {
    const client = new Client(restored.app)
    const outcomes = [
      await client.send(refreshSession, { body: { refresh_token: refresh } }),
      await client.send(refreshSession, { body: { refresh_token: stays.refresh } }),
      await client.send(resetPassword, { body: { token: resetToken, password: NEW_PASSWORD } }),
      await client.send(confirmEmail, { body: { token: confirmToken } }),
    ]
    expect(outcomes.map(({ body: { code } }) => code)).toEqual([
      'session.expired',
      'session.expired',
      'token.invalid',
      'token.invalid',
    ])
    // The user logs in again.
    await logInAs({ ...testApp, visitor: client }, account)
  } finally {
    await restored.stop()
    await pool.end()
    await target.drop()
  }
})
