import { randomUUID } from 'node:crypto'
import { findUserNo } from '#server/facts/user-numbers.ts'
import { createConfirmedUser, grantRole } from '#server/identity/confirmed-users.ts'
import { openSession } from '#server/identity/open-session.ts'
import type { Services } from '#server/services.ts'
import { fund } from './log-loads.ts'

export interface StaffMember {
  readonly userId: string
  readonly email: string
  readonly password: string
}

/** Three members of staff, created through the real commands. */
export async function makeStaff({ identity }: Pick<Services, 'identity'>): Promise<StaffMember[]> {
  const staff: StaffMember[] = []
  for (const index of [0, 1, 2]) {
    const account = { email: `admin-${index}@example.com`, password: randomUUID() }
    const person = { ...account, fullName: 'Demo Admin', phone: '' }
    const { userId } = await createConfirmedUser(identity, person)
    await grantRole(identity, userId, { role: 'admin', reason: 'benchmark' })
    staff.push({ userId, ...account })
  }
  return staff
}

export interface Trader {
  readonly userId: string
  readonly accessToken: string
}

/** New users who can afford any number of small orders. */
export async function makeTraders(
  services: Services,
  count: number,
  fundWith = fund,
): Promise<Trader[]> {
  const { identity, pool, log } = services
  const traders: Trader[] = []
  for (let index = 0; index < count; index += 1) {
    const account = { email: `trader-${index}@example.com`, password: randomUUID() }
    const person = { ...account, fullName: 'Demo User', phone: '' }
    const { userId } = await createConfirmedUser(identity, person)
    const userNo = await findUserNo(pool, userId)
    if (userNo === undefined) throw new Error('a new user has a number')
    await fundWith(log, userNo)
    const { accessToken } = await openSession(identity, userId, { userAgent: 'bench' })
    traders.push({ userId, accessToken })
  }
  return traders
}
