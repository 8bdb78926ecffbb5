import type { PoolClient } from 'pg'
import * as z from 'zod/mini'
import type { Metadata } from '#server/events/log.ts'
import { type ActorChecks, checkActor } from '#server/platform/actor-check.ts'
import { addJob, defineTask } from '#server/platform/jobs.ts'
import type { Recipient } from '#server/platform/mail.ts'
import { newId } from '#server/platform/new-id.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { RECOVERY_HOURS } from '#shared/rules/identity.ts'
import { refusalToStaff } from '#shared/rules/new-password.ts'
import { HOUR_MS, instantOf } from '#shared/time.ts'
import type { UserState } from './decider.ts'
import type { IdentityContext } from './identity-context.ts'
import { recoveryMail } from './mails.ts'
import { weaknessFor } from './new-password.ts'
import { hashToken } from './secrets.ts'
import { endSessions } from './sessions.ts'
import { THROTTLES } from './throttle.ts'
import { changeSecrets } from './user-commands.ts'

export const recoverTask = defineTask(
  'identity.recover',
  z.object({ recoveryId: z.string() }),
  'mail',
)

/**
 * Changes a user's password, given the old one. Every other session ends.
 *
 * Refuses  rate.limited, password.wrong, password.same, password.short, password.personal,
 *          password.common, session.expired if the session has ended, as by a recovery: first
 *          match wins
 */
export async function changePassword(
  context: IdentityContext,
  caller: { readonly userId: string; readonly sessionId: string },
  given: {
    readonly current: string
    readonly next: string
    readonly devices: readonly Buffer[]
    readonly metadata: Metadata
  },
): Promise<Refusal | undefined> {
  const refusal = await checkOwnPassword(context, caller.userId, given.current)
  if (refusal) return refusal
  // Otherwise a password that staff chose would continue as if it were the owner's.
  if (given.next === given.current) return refuse('password.same')
  const weakness = await weaknessFor(context.pool, given.next, caller)
  if (weakness) return weakness
  const passwordHash = await context.passwords.hash(given.next)
  const now = context.clock.now()
  return changeSecrets(context, now, async (transaction, record) => {
    // A recovery takes the same lock, and ends the session before releasing it.
    await transaction.query('select from person where user_id = $1 for update', [caller.userId])
    const { rowCount } = await transaction.query('select from session where id = $1', [
      caller.sessionId,
    ])
    if (rowCount === 0) return refuse('session.expired')
    await storePassword(transaction, caller.userId, { passwordHash, now, byStaff: false })
    const { sessionId } = caller
    await endSessions(transaction, caller.userId, { sessionId, devices: given.devices })
    record({
      userId: caller.userId,
      key: `password ${given.metadata.correlation}`,
      command: { type: 'ChangePassword', by: 'owner', at: instantOf(now) },
      metadata: given.metadata,
    })
    return undefined
  })
}

/**
 * Staff set a user's password. All of the user's sessions end, the user is notified by mail, and
 * must choose a password that staff do not know at the next sign-in.
 *
 * Refuses  password.weak, password.short, password.personal, password.common, what `checkActor`
 *          refuses, user.unknown, user.staff_password, user.unconfirmed: first match wins
 * Source   docs/product.md, User management
 */
export async function setPasswordByStaff(
  context: IdentityContext,
  given: {
    readonly userId: string
    readonly next: string
    readonly metadata: Metadata
    readonly actor: ActorChecks
  },
): Promise<Refusal | undefined> {
  const { userId, metadata } = given
  const document = await context.log.readDocument<UserState>(`user-${userId}`)
  const weakness = await weaknessFor(context.pool, given.next, { userId })
  if (weakness) return weakness
  const passwordHash = await context.passwords.hash(given.next)
  const holdActor = await checkActor(context.log, given.actor)
  if (isRefusal(holdActor)) return holdActor
  const now = context.clock.now()
  return changeSecrets(context, now, async (transaction, record) => {
    const changed = await holdActor(transaction)
    if (changed) return changed
    const { rows } = await transaction.query<{ is_confirmed: boolean }>(
      `select email_confirmed_at is not null as is_confirmed from person
       where user_id = $1 for update`,
      [userId],
    )
    const [person] = rows
    if (!person) return refuse('user.unknown')
    const role = document?.state.role ?? 'user'
    const refused = refusalToStaff({ role, isConfirmed: person.is_confirmed })
    if (refused) return refused
    await storePassword(transaction, userId, { passwordHash, now, byStaff: true })
    await endSessions(transaction, userId)
    record({
      userId,
      key: `password ${metadata.correlation}`,
      command: { type: 'ChangePassword', by: 'admin', at: instantOf(now) },
      metadata,
    })
    return undefined
  })
}

async function storePassword(
  transaction: PoolClient,
  userId: string,
  given: { readonly passwordHash: string; readonly now: number; readonly byStaff: boolean },
): Promise<void> {
  const { passwordHash, now, byStaff } = given
  await transaction.query(
    `update person set password_hash = $2, password_changed_at = $3, password_chosen_by_staff = $4
     where user_id = $1`,
    [userId, passwordHash, new Date(now), byStaff],
  )
}

/**
 * Checks a signed-in user's password again before actions that would help a thief who has only the
 * session.
 *
 * Refuses  rate.limited, password.wrong: first match wins
 */
export async function checkOwnPassword(
  { pool, passwords, throttle }: Pick<IdentityContext, 'pool' | 'passwords' | 'throttle'>,
  userId: string,
  password: string,
): Promise<Refusal | undefined> {
  const refusal = await throttle.take(THROTTLES.logInTrusted, userId)
  if (refusal) return refusal
  const { rows } = await pool.query<{ password_hash: string | null }>(
    'select password_hash from person where user_id = $1',
    [userId],
  )
  const isRight = await passwords.verify(rows[0]?.password_hash ?? undefined, password)
  if (!isRight) return refuse('password.wrong')
  await throttle.reset(THROTTLES.logInTrusted, userId)
  return undefined
}

/**
 * Accepts a request for a recovery mail. The work is the same for known and unknown addresses: only
 * the job looks up the person.
 *
 * Refuses  rate.limited if the address was sent too many mails
 */
export async function requestRecovery(
  context: IdentityContext,
  email: string,
): Promise<Refusal | undefined> {
  const refusal = await context.throttle.take(THROTTLES.recoveryMail, email)
  if (refusal) return refusal
  const recoveryId = newId(context.clock)
  const expiresAt = new Date(context.clock.now() + RECOVERY_HOURS * HOUR_MS)
  await inTransaction(context.pool, async (transaction) => {
    await transaction.query(
      'insert into recovery (id, email, token_hash, expires_at) values ($1, $2, $3, $4)',
      [recoveryId, email, hashToken(context.secrets.tokenFor('recover', recoveryId)), expiresAt],
    )
    await addJob(transaction, recoverTask, { recoveryId })
  })
  return undefined
}

/** The recovery job: sends a mail to the user with this address, if there is one. */
export async function sendRecovery(
  context: Pick<IdentityContext, 'pool' | 'secrets' | 'mailer' | 'publicUrl'>,
  { recoveryId }: { recoveryId: string },
): Promise<void> {
  const { rows } = await context.pool.query<Recipient & { readonly token_hash: Buffer }>(
    'select p.email, p.language, r.token_hash from recovery r join person p using (email) where r.id = $1',
    [recoveryId],
  )
  const [person] = rows
  if (!person) {
    await context.pool.query('delete from recovery where id = $1', [recoveryId])
    return
  }
  const token = context.secrets.tokenWithHash('recover', recoveryId, person.token_hash)
  const url = `${context.publicUrl}/login?reset=${token}`
  await context.mailer.sendOnce(`recovery ${recoveryId}`, recoveryMail(person, url))
}

/**
 * Sets a new password with the token of a recovery mail. The token also proves the address, which
 * becomes confirmed. All sessions end.
 *
 * Refuses  token.invalid if it is unknown, used or older than an hour, password.short,
 *          password.personal, password.common: first match wins
 */
export async function resetPassword(
  context: IdentityContext,
  given: {
    readonly token: string
    readonly password: string
    readonly devices: readonly Buffer[]
    readonly metadata: Metadata
  },
): Promise<Refusal | undefined> {
  const now = context.clock.now()
  const tokenHash = hashToken(given.token)
  const { rows: asked } = await context.pool.query<{ email: string }>(
    'select email from recovery where token_hash = $1 and expires_at > $2',
    [tokenHash, new Date(now)],
  )
  // Hashing is expensive, so it must not be triggered with an invalid token.
  if (!asked[0]) return refuse('token.invalid')
  const weakness = await weaknessFor(context.pool, given.password, asked[0])
  if (weakness) return weakness
  const passwordHash = await context.passwords.hash(given.password)
  return changeSecrets(context, now, async (transaction, record) => {
    const { rows } = await transaction.query<{ user_id: string; was_confirmed: boolean }>(RESET, [
      tokenHash,
      new Date(now),
      passwordHash,
    ])
    const [person] = rows
    if (!person) return refuse('token.invalid')
    const userId = person.user_id
    await transaction.query('delete from sign_up where user_id = $1', [userId])
    await endSessions(transaction, userId, { devices: given.devices })
    const at = instantOf(now)
    const metadata = { ...given.metadata, actor: { kind: 'user', id: userId } as const }
    if (!person.was_confirmed) {
      record({ userId, key: 'confirm-email', command: { type: 'ConfirmEmail', at }, metadata })
    }
    const key = `password ${metadata.correlation}`
    record({ userId, key, command: { type: 'ChangePassword', by: 'recovery', at }, metadata })
    return undefined
  })
}

const RESET = `
  with used as (
    delete from recovery r
    using recovery asked
    where asked.token_hash = $1 and asked.expires_at > $2 and r.email = asked.email
    returning r.email
  ), before as (
    select p.user_id, p.email_confirmed_at is not null as was_confirmed
    from person p where p.email in (select email from used) for update
  )
  update person p
  set password_hash = $3, password_changed_at = $2, password_chosen_by_staff = false,
      email_confirmed_at = coalesce(p.email_confirmed_at, $2)
  from before where before.user_id = p.user_id
  returning p.user_id, before.was_confirmed`
