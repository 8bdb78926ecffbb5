import { createHash, randomBytes } from 'node:crypto'
import { generateSecret, generateURI, verify } from 'otplib'
import type { PoolClient } from 'pg'
import type { Metadata } from '#server/events/log.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { operator } from '#shared/operator/company.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { RECOVERY_CODE_COUNT } from '#shared/rules/identity.ts'
import { plainDigits } from '#shared/text/plain-digits.ts'
import { instantOf, SECOND_MS } from '#shared/time.ts'
import type { IdentityContext } from './identity-context.ts'
import { THROTTLES } from './throttle.ts'
import { changeSecrets } from './user-commands.ts'

/** Phones' clocks drift, so the previous and the next code are also valid. */
const TOLERANCE_SECONDS = 30

type FactorContext = Omit<IdentityContext, 'passwords' | 'mailer' | 'links' | 'publicUrl'>

/**
 * Starts turning on a second factor, with a new secret for the authenticator app. It takes effect
 * once a code proves that the app has the secret.
 *
 * Refuses  second_factor.on
 */
export async function enrolSecondFactor(
  { pool, secrets }: FactorContext,
  user: { readonly id: string; readonly email: string },
): Promise<{ secret: string; uri: string } | Refusal> {
  const secret = generateSecret()
  const { rowCount } = await pool.query(
    `insert into second_factor as f (user_id, secret) values ($1, $2)
     on conflict (user_id) do update set secret = excluded.secret, last_step = 0
     where f.enabled_at is null`,
    [user.id, secrets.encrypt(secret, user.id)],
  )
  if (rowCount === 0) return refuse('second_factor.on')
  const uri = generateURI({ issuer: operator.name, label: user.email, secret })
  return { secret, uri }
}

/**
 * Turns the second factor on with a first code and returns the recovery codes.
 *
 * Refuses  second_factor.on, second_factor.off if none was started,
 *          login.second_factor_wrong: first match wins
 */
export function enableSecondFactor(
  context: FactorContext,
  userId: string,
  given: { readonly code: string; readonly metadata: Metadata },
): Promise<{ recoveryCodes: string[] } | Refusal> {
  const now = context.clock.now()
  return changeSecrets(context, now, async (transaction, record) => {
    const factor = await lockFactor(transaction, userId)
    if (!factor) return refuse('second_factor.off')
    if (factor.enabled_at) return refuse('second_factor.on')
    if (!(await takeCode(context, transaction, { userId, factor, code: given.code }))) {
      return refuse('login.second_factor_wrong')
    }
    await transaction.query('update second_factor set enabled_at = $2 where user_id = $1', [
      userId,
      new Date(now),
    ])
    const recoveryCodes = await renewRecoveryCodes(transaction, userId)
    const command = { type: 'EnableSecondFactor', at: instantOf(now) } as const
    const key = `second factor ${given.metadata.correlation}`
    record({ userId, key, command, metadata: given.metadata })
    return { recoveryCodes }
  })
}

/**
 * Turns the second factor off; the caller's password has already been checked.
 *
 * Refuses  rate.limited, second_factor.off, login.second_factor_wrong: first match wins
 */
export async function disableSecondFactor(
  context: FactorContext,
  userId: string,
  given: { readonly code: string; readonly metadata: Metadata },
): Promise<Refusal | undefined> {
  const refusal = await spendCode(context, userId, given.code)
  if (refusal) return refusal
  const now = context.clock.now()
  return changeSecrets(context, now, async (transaction, record) => {
    await transaction.query('delete from second_factor where user_id = $1', [userId])
    await transaction.query('delete from recovery_code where user_id = $1', [userId])
    const command = { type: 'DisableSecondFactor', at: instantOf(now) } as const
    const key = `second factor ${given.metadata.correlation}`
    record({ userId, key, command, metadata: given.metadata })
    return undefined
  })
}

/**
 * Replaces the recovery codes.
 *
 * Refuses  rate.limited, second_factor.off, login.second_factor_wrong: first match wins
 */
export async function replaceRecoveryCodes(
  context: FactorContext,
  userId: string,
  given: { readonly code: string; readonly metadata: Metadata },
): Promise<{ recoveryCodes: string[] } | Refusal> {
  const refusal = await spendCode(context, userId, given.code)
  if (refusal) return refusal
  const now = context.clock.now()
  return changeSecrets(context, now, async (transaction, record) => {
    const recoveryCodes = await renewRecoveryCodes(transaction, userId)
    const command = { type: 'RenewRecoveryCodes', at: instantOf(now) } as const
    const key = `recovery codes ${given.metadata.correlation}`
    record({ userId, key, command, metadata: given.metadata })
    return { recoveryCodes }
  })
}

/**
 * Checks a code of the app or a recovery code and marks it as used.
 *
 * Refuses  rate.limited, second_factor.off, login.second_factor_wrong: first match wins
 */
export async function spendCode(
  context: FactorContext,
  userId: string,
  code: string,
): Promise<Refusal | undefined> {
  const limited = await context.throttle.take(THROTTLES.secondFactor, userId)
  if (limited) return limited
  const refusal = await inTransaction(context.pool, async (transaction) => {
    const factor = await lockFactor(transaction, userId)
    if (!factor?.enabled_at) return refuse('second_factor.off')
    const isRight =
      (await takeCode(context, transaction, { userId, factor, code })) ||
      (await takeRecoveryCode(transaction, userId, code))
    return isRight ? undefined : refuse('login.second_factor_wrong')
  })
  if (!refusal) await context.throttle.reset(THROTTLES.secondFactor, userId)
  return refusal
}

/** The codes are shown once and stored as hashes. */
async function renewRecoveryCodes(transaction: PoolClient, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode)
  await transaction.query('delete from recovery_code where user_id = $1', [userId])
  await transaction.query(
    'insert into recovery_code (user_id, hash) select $1, unnest($2::bytea[])',
    [userId, codes.map((code) => hashRecoveryCode(code))],
  )
  return codes
}

interface FactorRow {
  readonly secret: Buffer
  readonly enabled_at: Date | null
}

async function lockFactor(transaction: PoolClient, userId: string): Promise<FactorRow | undefined> {
  const { rows } = await transaction.query<FactorRow>(
    'select secret, enabled_at from second_factor where user_id = $1 for update',
    [userId],
  )
  return rows[0]
}

/** A code works once, and no earlier code works after it. */
async function takeCode(
  { clock, secrets }: FactorContext,
  transaction: PoolClient,
  { userId, factor, code }: { userId: string; factor: FactorRow; code: string },
): Promise<boolean> {
  const digits = plainDigits(code).replaceAll(' ', '')
  if (!/^\d{6}$/.test(digits)) return false
  const result = await verify({
    secret: secrets.decrypt(factor.secret, userId),
    token: digits,
    epoch: Math.floor(clock.now() / SECOND_MS),
    epochTolerance: TOLERANCE_SECONDS,
  })
  if (!result.valid || !('timeStep' in result)) return false
  const { rowCount } = await transaction.query(
    'update second_factor set last_step = $2 where user_id = $1 and last_step < $2',
    [userId, result.timeStep],
  )
  return rowCount === 1
}

async function takeRecoveryCode(
  transaction: PoolClient,
  userId: string,
  code: string,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'delete from recovery_code where user_id = $1 and hash = $2',
    [userId, hashRecoveryCode(code)],
  )
  return rowCount === 1
}

const CODE_LETTERS = 'abcdefghjkmnpqrstuvwxyz023456789'

/** 16 of 32 letters are 80 bits, too many to guess, so a plain hash is sufficient. */
function newRecoveryCode(): string {
  const letters = Array.from(randomBytes(16), (byte) => CODE_LETTERS[byte % CODE_LETTERS.length])
  return [0, 4, 8, 12].map((from) => letters.slice(from, from + 4).join('')).join('-')
}

function hashRecoveryCode(code: string): Buffer {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(plain).digest()
}
