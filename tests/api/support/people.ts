import { randomUUID } from 'node:crypto'
import { openSession } from '#server/identity/sessions.ts'
import { confirmationToken, confirmEmail, insertSignUp } from '#server/identity/sign-up.ts'
import { runSystemCommand } from '#server/identity/user-commands.ts'
import type { UserCommand } from '#server/identity/decider.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { isRefusal } from '#server/events/decider.ts'
import { parseUnits } from '#shared/money.ts'
import { instantOf } from '#shared/time.ts'
import { adjust } from '#tests/ledger/adjusting.ts'
import type { TestApp } from './app.ts'
import { Client } from './client.ts'

/** Somebody who has signed up, confirmed and logged in. */
export interface Person {
  readonly userId: string
  readonly userNo: bigint
  readonly email: string
  readonly fullName: string
  readonly client: Client
}

/** A signed-in user; nobody can log in as them, for no password fits. */
export async function newUser({ app, services }: TestApp): Promise<Person> {
  const { identity, pool, clock } = services
  const name = randomUUID().slice(0, 8)
  const person = { email: `${name}@example.com`, fullName: `User ${name}`, phone: '+1 555 0100' }
  const { signUpId, userId } = await inTransaction(pool, (transaction) =>
    insertSignUp(identity, transaction, { ...person, passwordHash: 'no password fits' }),
  )
  const metadata = {
    actor: { kind: 'visitor' },
    at: instantOf(clock.now()),
    correlation: randomUUID(),
  } as const
  const confirmed = await confirmEmail(identity, confirmationToken(identity, signUpId), metadata)
  if (isRefusal(confirmed)) throw new Error(confirmed.refused)
  const { rows } = await pool.query('select user_no from person where user_id = $1', [userId])
  const { accessToken } = await openSession(identity, userId, 'tests')
  return {
    userId,
    userNo: BigInt(rows[0].user_no),
    email: person.email,
    fullName: person.fullName,
    client: new Client(app, accessToken),
  }
}

/** A signed-in member of staff. */
export async function newAdmin(testApp: TestApp): Promise<Person> {
  const person = await newUser(testApp)
  await tellUser(testApp, person, { type: 'GrantRole', role: 'admin', reason: 'test' })
  return person
}

export function disable(testApp: TestApp, person: Person): Promise<void> {
  const at = instantOf(testApp.clock.now())
  return tellUser(testApp, person, { type: 'DisableUser', at })
}

/** Gives somebody money by an adjustment. */
export async function fund(
  { services }: TestApp,
  { userNo }: Person,
  symbol: string,
  amount: string,
): Promise<void> {
  const { outcome } = await adjust(services.log, {
    owner: userNo,
    symbol,
    change: parseUnits(amount),
  })
  if (outcome !== 'ok') throw new Error(`funding: ${outcome}`)
}

async function tellUser(
  { services }: TestApp,
  { userId }: Person,
  command: UserCommand,
): Promise<void> {
  const result = await runSystemCommand(services.identity, {
    userId,
    key: command.type,
    command,
    metadata: {
      actor: { kind: 'system' },
      at: instantOf(services.clock.now()),
      correlation: randomUUID(),
    },
  })
  if (result.outcome === 'refused') throw new Error(result.refusal.refused)
}
