import { type Refusal, refuse } from '#server/events/decider.ts'
import type { IdentityContext } from './identity-context.ts'
import { spendCode } from './second-factor.ts'
import { openSession, type TokenPair } from './sessions.ts'
import { resendConfirmation } from './sign-up.ts'
import { THROTTLES, type Throttle, type ThrottlePolicy } from './throttle.ts'

export interface LogIn {
  readonly email: string
  readonly password: string
  readonly code: string | undefined
  /** The network that the request comes from. */
  readonly network: string
  readonly userAgent: string
}

/**
 * Opens a session for an address and its password, and a code where a second factor is on.
 *
 * An unknown address gets the same answer after the same work as a wrong password: one hash is
 * checked either way, and failures are counted by what was typed.
 *
 * Refuses  rate.limited, login.failed, login.unconfirmed, login.second_factor_required,
 *          login.second_factor_wrong: first match wins
 * Source   spec 1 §2 login, §8 auth
 */
export async function logIn(context: IdentityContext, given: LogIn): Promise<TokenPair | Refusal> {
  const attempt = await beginAttempt(context.throttle, given)
  if ('refused' in attempt) return attempt

  const found = await findCredentials(context, given.email)
  const isRight = await context.passwords.verify(found?.password_hash, given.password)
  if (!isRight || !found) return refuse('login.failed')
  if (found.sign_up_id) {
    await attempt.takeBack()
    await resendConfirmation(context, found.sign_up_id)
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
  return openSession(context, found.user_id, given.userAgent)
}

interface Attempt {
  /** It was no failure, but no success either. */
  takeBack(): Promise<void>
  succeed(): Promise<void>
}

/** Counts the try as a failure until it proves otherwise, by network and by address. */
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
  readonly password_hash: string
  /** The open sign-up that the password belongs to, while the address is not confirmed. */
  readonly sign_up_id: string | null
  readonly second_factor: boolean
}

async function findCredentials(
  { pool }: Pick<IdentityContext, 'pool'>,
  email: string,
): Promise<Credentials | undefined> {
  const { rows } = await pool.query<Credentials>(
    `select p.user_id, coalesce(p.password_hash, s.password_hash) as password_hash,
            case when p.password_hash is null then s.id end as sign_up_id,
            exists (select from second_factor f
                    where f.user_id = p.user_id and f.enabled_at is not null) as second_factor
     from person p
     left join lateral (
       select id, password_hash from sign_up
       where user_id = p.user_id order by created_at desc limit 1
     ) s on true
     where p.email = $1 and coalesce(p.password_hash, s.password_hash) is not null`,
    [email],
  )
  return rows[0]
}
