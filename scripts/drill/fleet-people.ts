import { randomUUID } from 'node:crypto'
import { findUserNo } from '#server/facts/user-numbers.ts'
import { createConfirmedUser, grantRole } from '#server/identity/confirmed-users.ts'
import { openSession } from '#server/identity/open-session.ts'
import type { Services } from '#server/services.ts'
import { fundSoundly } from './funding.ts'

type Needs = Pick<Services, 'identity' | 'pool' | 'log'>

/** A new customer with this much USDT. @returns the id */
export async function makeCustomer(services: Needs, amount: string): Promise<string> {
  const { identity, pool, log } = services
  const account = { email: `${randomUUID()}@example.com`, password: randomUUID() }
  const person = { ...account, fullName: 'Demo User', phone: '' }
  const { userId } = await createConfirmedUser(identity, person)
  const userNo = await findUserNo(pool, userId)
  if (userNo === undefined) throw new Error('a new user has a number')
  await fundSoundly(log, userNo, amount)
  return userId
}

/** A new member of staff. @returns the id */
export async function makeReviewer({ identity }: Needs): Promise<string> {
  const account = { email: `${randomUUID()}@example.com`, password: randomUUID() }
  const person = { ...account, fullName: 'Demo Reviewer', phone: '' }
  const { userId } = await createConfirmedUser(identity, person)
  await grantRole(identity, userId, { role: 'admin', reason: 'drill' })
  return userId
}

/** An access token of a new session, as after a log-in. */
export async function tokenOf({ identity }: Needs, userId: string): Promise<string> {
  return (await openSession(identity, userId, { userAgent: 'drill' })).accessToken
}
