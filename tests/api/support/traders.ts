import { randomUUID } from 'node:crypto'
import { findUserNo } from '#server/facts/user-numbers.ts'
import { createConfirmedUser, grantRole } from '#server/identity/confirmed-users.ts'
import { openSession } from '#server/identity/open-session.ts'
import { runSystemCommand } from '#server/identity/user-commands.ts'
import { parseUnits } from '#shared/money.ts'
import { instantOf } from '#shared/time.ts'
import { adjust } from '#tests/ledger/adjusting.ts'
import type { TestApp } from './app.ts'
import { Client } from './client.ts'

type Server = Pick<TestApp, 'app' | 'services'>

/** A user who has signed up, confirmed and logged in. */
export interface Person {
  readonly userId: string
  readonly userNo: bigint
  readonly email: string
  readonly fullName: string
  readonly client: Client
}

export async function newUser({ app, services }: Server): Promise<Person> {
  const { identity, pool } = services
  const name = randomUUID().slice(0, 8)
  const facts = { email: `${name}@example.com`, fullName: `User ${name}` }
  const { userId } = await createConfirmedUser(identity, {
    ...facts,
    phone: '+1 555 0100',
    password: `password of ${name}`,
  })
  const userNo = await findUserNo(pool, userId)
  if (userNo === undefined) throw new Error('a new user has a number')
  return { userId, userNo, ...facts, client: await newSession({ app, services }, userId) }
}

/** A client with a new session of a user, for example after the clock passed the end of the old one. */
export async function newSession({ app, services }: Server, userId: string): Promise<Client> {
  const { accessToken } = await openSession(services.identity, userId, { userAgent: 'tests' })
  return new Client(app, accessToken)
}

/** The same user with a new session. */
export async function renewed(server: Server, person: Person): Promise<Person> {
  return { ...person, client: await newSession(server, person.userId) }
}

/** A member of staff. */
export async function newAdmin(testApp: Server): Promise<Person> {
  const person = await newUser(testApp)
  await grantRole(testApp.services.identity, person.userId, { role: 'admin', reason: 'test' })
  return person
}

export async function disable({ services }: TestApp, { userId }: Person): Promise<void> {
  const at = instantOf(services.clock.now())
  await runSystemCommand(services.identity, {
    userId,
    key: 'disable',
    command: { type: 'DisableUser', at },
    metadata: { actor: { kind: 'system' }, at, correlation: randomUUID() },
  })
}

/** Credits a user by an adjustment. */
export async function fund(
  { services }: Pick<TestApp, 'services'>,
  { userNo }: Pick<Person, 'userNo'>,
  symbol: string,
  amount: string,
): Promise<void> {
  const change = parseUnits(amount)
  const { outcome } = await adjust(services.log, { owner: userNo, symbol, change })
  if (outcome !== 'ok') throw new Error(`funding: ${outcome}`)
}
