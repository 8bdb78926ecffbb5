import { expect, test } from 'vitest'
import {
  changePassword,
  confirmEmail,
  logIn,
  recoverPassword,
  resetPassword,
  signUp,
} from '#shared/contract/auth.ts'
import { updateUserPassword } from '#shared/contract/users.ts'
import { logInAs, newAccount, PASSWORD } from '#tests/api/support/accounts.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { CONFIRM_LINK, Mailbox, RESET_LINK } from '#tests/api/support/mailbox.ts'
import { newAdmin } from '#tests/api/support/traders.ts'

const testApp = await openTestApp()
const { visitor, services } = testApp
const mailbox = new Mailbox(services.config.dataDir)

/** Passwords that an attacker tries first, and the refusal when a user chooses one. */
const guesses = (email: string) => [
  ['1x5q7z9', 'password.short'],
  [email, 'password.personal'],
  ['demo-user', 'password.personal'],
  ['Password1', 'password.common'],
  ['trustno1', 'password.common'],
]

test('a customer who signs up cannot choose a guessable password', async () => {
  const email = 'guessable@example.com'
  const choose = (password: string) =>
    visitor.send(signUp, { body: { full_name: 'Demo User', phone: '1', email, password } })
  for (const [password = '', code] of guesses(email)) {
    expect([password, (await choose(password)).body.code]).toEqual([password, code])
  }
  expect((await choose('no one guesses this')).status).toBe(200)
  const token = await mailbox.find(email, CONFIRM_LINK)
  await visitor.call(confirmEmail, { body: { token } })
})

test('a guessable password is also refused in a change, a recovery or when set by staff', async () => {
  const account = await newAccount(testApp)
  const { client } = await logInAs(testApp, account)
  const staff = await newAdmin(testApp)
  await visitor.call(recoverPassword, { body: { email: account.email } })
  const token = await mailbox.find(account.email, RESET_LINK)
  const ways = [
    (newPassword: string) =>
      client.send(changePassword, { body: { currentPassword: PASSWORD, newPassword } }),
    (newPassword: string) =>
      staff.client.send(updateUserPassword, { body: { userId: account.userId, newPassword } }),
    (password: string) => visitor.send(resetPassword, { body: { token, password } }),
  ]
  for (const choose of ways) {
    for (const [password = '', code] of guesses(account.email)) {
      expect([password, (await choose(password)).body.code]).toEqual([password, code])
    }
  }
  // The refused attempts have not used up the link.
  const password = 'no one guesses this'
  await visitor.call(resetPassword, { body: { token, password } })
})

test('a shorter password set under earlier rules still signs in', async () => {
  const account = await newAccount(testApp)
  const passwordHash = await services.identity.passwords.hash('sixsix')
  await services.pool.query('update person set password_hash = $2 where user_id = $1', [
    account.userId,
    passwordHash,
  ])
  const body = { email: account.email, password: 'sixsix', refresh_in_body: true }
  expect((await visitor.send(logIn, { body })).status).toBe(200)
})
