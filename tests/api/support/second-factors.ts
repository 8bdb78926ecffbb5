import { generate } from 'otplib'
import { enableSecondFactor, enrolSecondFactor } from '#shared/contract/auth.ts'
import { SECOND_MS } from '#shared/time.ts'
import { logInAs, newAccount, PASSWORD } from './accounts.ts'
import type { TestApp } from './app.ts'
import type { Client } from './client.ts'

type Timed = Pick<TestApp, 'clock'>

/** The current code of an authenticator app. */
export function codeOf({ clock }: Timed, secret: string): Promise<string> {
  return generate({ secret, epoch: Math.floor(clock.now() / SECOND_MS) })
}

/** Moves the clock to the next code, because each code works once. */
export function nextCode(world: Timed, secret: string): Promise<string> {
  world.clock.advance(30 * SECOND_MS)
  return codeOf(world, secret)
}

/** Turns on a second factor. */
export async function protect(world: Timed, client: Client, password = PASSWORD) {
  const { secret, uri } = await client.call(enrolSecondFactor, { body: { password } })
  const body = { code: await codeOf(world, secret) }
  const { recovery_codes } = await client.call(enableSecondFactor, { body })
  return { secret, uri, recoveryCodes: recovery_codes }
}

/** A logged-in user who has just turned on a second factor. */
export async function protectedAccount(world: TestApp) {
  const account = await newAccount(world)
  const { client } = await logInAs(world, account)
  return { ...account, client, ...(await protect(world, client)) }
}
