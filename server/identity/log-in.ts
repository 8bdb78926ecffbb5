import { hasSecondFactorSql } from '#server/facts/person-sql.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import type { IdentityContext } from './identity-context.ts'
import { type Device, openSession } from './open-session.ts'
import type { TokenPair } from './refresh-session.ts'
import { spendCode } from './second-factor.ts'
import { resendConfirmation } from './sign-up.ts'
import { THROTTLES, type Throttle, type ThrottlePolicy } from './throttle.ts'

interface LogIn {
  readonly email: string
  readonly password: string
  readonly code: string | undefined
  /** The network that the request comes from. */
  readonly network: string
  readonly device: Device
}

/**
 * Opens a session for an address and its password, and a code if a second factor is on.
 *
 * An unknown address gets the same response after the same work as a wrong password: the same number
 * of hashes is checked in both cases, and failures are counted by the entered address. The password
 * of an open sign-up gets the same response whether the address is new or has an account: in both
 * cases its owner gets a mail, and the response reveals nothing.
 *
 * Refuses  rate.limited, login.failed, login.unconfirmed, login.second_factor_required,
 *          login.second_factor_wrong: first match wins
 * Source   docs/product.md, Accounts and sessions
 */
export async function logIn(context: IdentityContext, given: LogIn): Promise<TokenPair | Refusal> {
  const attempt = await beginAttempt(context.throttle, given)
  if ('refused' in attempt) return attempt

  const found = await findCredentials(context, given.email)
  const isRight = await context.passwords.verify(found?.password_hash ?? undefined, given.password)
  if (!isRight || !found) {
    const signUpId = await findSignUp(context, found?.user_id, given.password)
    if (signUpId === undefined) return refuse('login.failed')
    await attempt.takeBack()
    await resendConfirmation(context, signUpId)
    return refuse('login.unconfirmed')
  }
  if (found.second_factor) {
    if (given.code === undefined || given.code === '') {
      await attempt.takeBack()
      return refuse('login.second_factor_required')
    }
    const refusal = await spendCode(context, found.user_id, given.code)
    if (refusal) return refusal
  }
  await attempt.succeed()
  return openSession(context, found.user_id, given.device, found.password_hash ?? undefined)
}

interface Attempt {
  /** Does not count the attempt, neither as a failure nor as a success. */
  takeBack(): Promise<void>
  succeed(): Promise<void>
}

/** Counts the attempt as a failure, by network and by address, until it succeeds. */
async function beginAttempt(
  throttle: Throttle,
  { email, network }: LogIn,
): Promise<Attempt | Refusal> {
  const trustedSubject = `${email} ${network}`
  const isTrusted = await throttle.knows(THROTTLES.logInTrusted, trustedSubject)
  const byAddress: readonly [ThrottlePolicy, string] = isTrusted
    ? [THROTTLES.logInTrusted, trustedSubject]
    : [THROTTLES.logInAddress, email]

  const networkRefusal = await throttle.take(THROTTLES.logInNetwork, network)
  if (networkRefusal) return networkRefusal
  const addressRefusal = await throttle.take(...byAddress)
  if (addressRefusal) {
    await throttle.release(THROTTLES.logInNetwork, network)
    return addressRefusal
  }
  return {
    async takeBack() {
      await throttle.release(THROTTLES.logInNetwork, network)
      await throttle.release(...byAddress)
    },
    async succeed() {
      await throttle.release(THROTTLES.logInNetwork, network)
      await throttle.reset(...byAddress)
      await throttle.reset(THROTTLES.logInTrusted, trustedSubject)
    },
  }
}

interface Credentials {
  readonly user_id: string
  /** Null until the address is confirmed. */
  readonly password_hash: string | null
  readonly second_factor: boolean
}

async function findCredentials(
  { pool }: Pick<IdentityContext, 'pool'>,
  email: string,
): Promise<Credentials | undefined> {
  const { rows } = await pool.query<Credentials>(
    `select p.user_id, p.password_hash, ${hasSecondFactorSql('p.user_id')} as second_factor
     from person p where p.email = $1`,
    [email],
  )
  return rows[0]
}

/** As many as can be made for an address without a wait. */
export const SIGN_UPS_COMPARED = THROTTLES.signUpMail.free

/**
 * The open sign-up with this password: anyone can sign up with an address, so there may be several.
 * The same number of hashes is checked however many there are.
 */
async function findSignUp(
  { pool, passwords }: Pick<IdentityContext, 'pool' | 'passwords'>,
  userId: string | undefined,
  password: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string; password_hash: string }>(NEWEST_SIGN_UPS, [
    userId ?? null,
    SIGN_UPS_COMPARED,
  ])
  const right: string[] = []
  for (let index = 0; index < SIGN_UPS_COMPARED; index += 1) {
    const signUp = rows[index]
    const isRight = await passwords.verify(signUp?.password_hash, password)
    if (signUp && isRight) right.push(signUp.id)
  }
  return right[0]
}

// Each mail that is sent again is another row with the same hash.
const NEWEST_SIGN_UPS = `
  select id, password_hash from (
    select distinct on (password_hash) id, password_hash, created_at from sign_up
    where user_id = $1 order by password_hash, created_at desc
  ) as latest
  order by created_at desc limit $2`
