import { randomUUID } from 'node:crypto'
import { findUserNo } from '#server/facts/user-numbers.ts'
import { createConfirmedUser, grantRole } from '#server/identity/confirmed-users.ts'
import { type AuthSession, logIn } from '#shared/contract/auth.ts'
import type { TestApp } from './app.ts'
import { Client } from './client.ts'

export const PASSWORD = 'correct horse'

/** A user with a password who has not logged in yet. */
export interface Account {
  readonly userId: string
  readonly userNo: bigint
  readonly email: string
}

export async function newAccount({ services }: TestApp, role?: 'admin'): Promise<Account> {
  const email = `${randomUUID().slice(0, 8)}@example.com`
  const { userId } = await createConfirmedUser(services.identity, {
    email,
    fullName: 'Demo User',
    phone: '+1 555 0100',
    password: PASSWORD,
  })
  if (role) await grantRole(services.identity, userId, { role, reason: 'test' })
  const userNo = await findUserNo(services.pool, userId)
  if (userNo === undefined) throw new Error('a new user has a number')
  return { userId, userNo, email }
}

/** Logs in as a client other than a browser. */
export async function logInAs(
  { app, visitor }: TestApp,
  { email, password = PASSWORD }: Pick<Account, 'email'> & { readonly password?: string },
  code?: string,
): Promise<AuthSession & { readonly client: Client; readonly refresh: string }> {
  const session = await visitor.call(logIn, {
    body: { email, password, refresh_in_body: true, ...(code ? { code } : {}) },
  })
  const client = new Client(app, session.access_token)
  return { ...session, client, refresh: session.refresh_token ?? '' }
}
