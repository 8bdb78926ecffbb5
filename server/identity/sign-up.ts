import { randomInt } from 'node:crypto'
import type { PoolClient } from 'pg'
import * as z from 'zod/mini'
import type { Metadata } from '#server/events/log.ts'
import { addJob, defineTask } from '#server/platform/jobs.ts'
import type { Recipient } from '#server/platform/mail.ts'
import { newId } from '#server/platform/new-id.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { CONFIRMATION_HOURS, DISPLAY_ID_LENGTH } from '#shared/rules/identity.ts'
import { HOUR_MS, instantOf } from '#shared/time.ts'
import type { IdentityContext } from './identity-context.ts'
import { confirmationMail, existingAccountMail } from './mails.ts'
import { weaknessOf } from './new-password.ts'
import { hashToken } from './secrets.ts'
import { THROTTLES } from './throttle.ts'
import { changeSecrets, recordSignUp } from './user-commands.ts'

export interface SignUp {
  readonly email: string
  readonly fullName: string
  readonly phone: string
  readonly password: string
  /** The language of mails to this user; English if unknown. */
  readonly language?: string | null | undefined
}

export const finishSignUpTask = defineTask(
  'identity.sign-up',
  z.object({ signUpId: z.string() }),
  'mail',
)

/**
 * Accepts a sign-up. The work and the response are the same whether or not the address is known:
 * the job does the rest, and only the owner of the address sees its result.
 *
 * Refuses  password.short, password.personal, password.common, rate.limited if the address was
 *          sent too many mails: first match wins
 */
export async function requestSignUp(
  context: IdentityContext,
  signUp: SignUp,
): Promise<Refusal | undefined> {
  const weakness = await weaknessOf(signUp.password, signUp)
  if (weakness) return weakness
  const refusal = await context.throttle.take(THROTTLES.signUpMail, signUp.email)
  if (refusal) return refusal
  const passwordHash = await context.passwords.hash(signUp.password)
  await storeSignUp(context, { ...signUp, passwordHash })
  return undefined
}

type StoredSignUp = Omit<SignUp, 'password'> & {
  readonly passwordHash: string
  /** When the form was sent, if this is a repeated mail of the same sign-up. */
  readonly askedAt?: Date
}

function storeSignUp(context: IdentityContext, signUp: StoredSignUp): Promise<void> {
  return inTransaction(context.pool, async (transaction) => {
    const { signUpId } = await insertSignUp(context, transaction, signUp)
    await addJob(transaction, finishSignUpTask, { signUpId })
  })
}

/** @returns the id of the sign-up, from which its token is derived, and the id of its user */
export async function insertSignUp(
  context: Pick<IdentityContext, 'clock' | 'secrets'>,
  transaction: PoolClient,
  signUp: StoredSignUp,
): Promise<{ signUpId: string; userId: string }> {
  const now = context.clock.now()
  const signUpId = newId(context.clock)
  const { rows } = await transaction.query<{ user_id: string }>(STORE, [
    newId(context.clock),
    newDisplayId(),
    signUp.email,
    signUp.fullName,
    signUp.phone,
    new Date(now),
    signUpId,
    signUp.passwordHash,
    hashToken(confirmationToken(context, signUpId)),
    new Date(now + CONFIRMATION_HOURS * HOUR_MS),
    signUp.language ?? null,
    signUp.askedAt ?? new Date(now),
  ])
  const [row] = rows
  if (!row) throw new Error('a sign-up belongs to a person')
  return { signUpId, userId: row.user_id }
}

// The row of a known address is not changed; the no-op update makes the statement return its id.
const STORE = `
  with known as (
    insert into person (user_id, display_id, email, full_name, phone, created_at)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (email) do update set email = excluded.email
    returning user_id
  )
  insert into sign_up
    (id, user_id, password_hash, full_name, phone, token_hash, created_at, expires_at, language,
     asked_at)
  select $7::uuid, user_id, $8, $4, $5, $9::bytea, $6, $10::timestamptz, $11, $12::timestamptz
  from known
  returning user_id`

/** Rows of an earlier release lack the first of these. */
const ASKED_AT = 'coalesce(s.asked_at, s.created_at)'

/**
 * Sends the mail of the same sign-up again, with a new link, because the old one may have expired.
 */
export async function resendConfirmation(
  context: IdentityContext,
  signUpId: string,
): Promise<void> {
  const { rows } = await context.pool.query<StoredSignUp>(
    `select p.email, s.full_name as "fullName", s.phone, s.password_hash as "passwordHash",
            s.language, ${ASKED_AT} as "askedAt"
     from sign_up s join person p using (user_id) where s.id = $1`,
    [signUpId],
  )
  const [row] = rows
  if (!row || (await context.throttle.take(THROTTLES.signUpMail, row.email))) return
  await storeSignUp(context, row)
}

/** The sign-up job: starts the user's stream and sends a mail to the owner of the address. */
export async function finishSignUp(
  context: IdentityContext,
  { signUpId }: { signUpId: string },
): Promise<void> {
  const { rows } = await context.pool.query<
    Recipient & {
      readonly user_id: string
      readonly confirmed: boolean
      readonly token_hash: Buffer
      readonly asked_at: Date
    }
  >(
    `select p.user_id, s.token_hash, ${ASKED_AT} as asked_at, p.email, p.email_confirmed_at is not null as confirmed,
            case when p.email_confirmed_at is null then s.language else p.language end as language
     from sign_up s join person p using (user_id) where s.id = $1`,
    [signUpId],
  )
  const [row] = rows
  // The person has confirmed the address with another mail.
  if (!row) return
  if (row.confirmed) {
    await context.mailer.sendOnce(
      `sign-up ${signUpId}`,
      existingAccountMail(row, context.publicUrl),
    )
    // The sign-up is kept until it expires, like that of a new address: see `logIn`.
    return
  }
  await recordSignUp(context, row.user_id)
  const token = context.secrets.tokenWithHash('confirm', signUpId, row.token_hash)
  const url = `${context.publicUrl}/login?confirm=${token}`
  await context.mailer.sendOnce(`sign-up ${signUpId}`, confirmationMail(row, url, row.asked_at))
}

/**
 * Confirms an address with the token of its mail. The password of that sign-up becomes the user's,
 * and all other open sign-ups for the address are deleted.
 *
 * Refuses  token.invalid if it is unknown, used or older than 24 h
 */
export function confirmEmail(
  context: IdentityContext,
  token: string,
  metadata: Metadata,
): Promise<Refusal | { userId: string; email: string }> {
  const now = context.clock.now()
  return changeSecrets(context, now, async (transaction, record) => {
    const { rows } = await transaction.query<{ user_id: string; email: string }>(CONFIRM, [
      hashToken(token),
      new Date(now),
    ])
    const [confirmed] = rows
    if (!confirmed) return refuse('token.invalid')
    const { user_id: userId, email } = confirmed
    await transaction.query('delete from sign_up where user_id = $1', [userId])
    const command = { type: 'ConfirmEmail', at: instantOf(now) } as const
    record({ userId, key: 'confirm-email', command, metadata })
    return { userId, email }
  })
}

const CONFIRM = `
  update person p
  set password_hash = s.password_hash, full_name = s.full_name, phone = s.phone,
      language = s.language,
      email_confirmed_at = $2, password_changed_at = $2
  from sign_up s
  where s.token_hash = $1 and s.expires_at > $2
    and p.user_id = s.user_id and p.email_confirmed_at is null
  returning p.user_id, p.email`

export function confirmationToken(
  { secrets }: Pick<IdentityContext, 'secrets'>,
  signUpId: string,
): string {
  return secrets.tokenFor('confirm', signUpId)
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

// 26^8 is 200 billion. The database refuses a duplicate, and the retry uses another id.
function newDisplayId(): string {
  return Array.from({ length: DISPLAY_ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(
    '',
  )
}
