import type { PoolClient } from 'pg'
import { RefusedRequest } from '#server/platform/errors.ts'
import { addJob } from '#server/platform/jobs.ts'
import { newId } from '#server/platform/new-id.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { refuse } from '#shared/refusal.ts'
import { ACCESS_TOKEN_SECONDS } from '#shared/rules/identity.ts'
import { isStaff, type Role } from '#shared/rules/permissions.ts'
import { instantOf, SECOND_MS } from '#shared/time.ts'
import type { IdentityContext } from './identity-context.ts'
import { newDeviceTask } from './new-device.ts'
import { storePair, type TokenPair } from './refresh-session.ts'
import { newToken } from './secrets.ts'
import { sessionEndOf } from './session-end.ts'

const USER_AGENT_LENGTH_MAX = 300

/** The device of a log-in. */
export interface Device {
  readonly userAgent: string
  /** Identifies the device; undefined if this does not matter. */
  readonly hash?: Buffer
  /** The key that binds the session to the device; undefined if it is not bound. */
  readonly thumbprint?: string | undefined
}

/**
 * Opens a session with the first token pair of its family. A log-in from a device that the user has
 * not used before causes a mail.
 *
 * @param passwordHash what the password was checked against: if it has changed since, no session
 *   opens, so that a concurrent log-in does not survive a recovery
 * @throws RefusedRequest login.failed in that case
 */
export function openSession(
  context: Pick<IdentityContext, 'pool' | 'clock'>,
  userId: string,
  device: Device,
  passwordHash?: string,
): Promise<TokenPair> {
  const now = context.clock.now()
  return inTransaction(context.pool, async (transaction) => {
    // First, because it locks the person's row, as a change of the password does.
    const before = await noteSignIn(transaction, { userId, passwordHash, now })
    if (!before) throw new RefusedRequest(refuse('login.failed'))
    const sessionExpiresAt = sessionEndOf({
      isStaff: before.role !== null && isStaff(before.role),
      isBound: device.thumbprint !== undefined,
      openedAt: now,
      usedAt: now,
    })
    const pair = {
      userId,
      accessToken: newToken(),
      accessExpiresAt: Math.min(now + ACCESS_TOKEN_SECONDS * SECOND_MS, sessionExpiresAt),
      refreshToken: newToken(),
      sessionExpiresAt,
    }
    const sessionId = newId(context.clock)
    await transaction.query(
      `insert into session
         (id, user_id, user_agent, key_thumbprint, created_at, last_seen_at, expires_at)
       values ($1, $2, $3, $4, $5, $5, $6)`,
      [
        sessionId,
        userId,
        device.userAgent.slice(0, USER_AGENT_LENGTH_MAX),
        device.thumbprint ?? null,
        new Date(now),
        new Date(sessionExpiresAt),
      ],
    )
    await storePair(transaction, sessionId, pair)
    const isNew = device.hash && (await noteDevice(transaction, userId, device.hash, now))
    if (isNew && before.lastSignInAt) {
      await addJob(transaction, newDeviceTask, {
        userId,
        userAgent: device.userAgent.slice(0, USER_AGENT_LENGTH_MAX),
        at: instantOf(now),
        key: `new device ${sessionId}`,
      })
    }
    return pair
  })
}

interface Before {
  readonly lastSignInAt: Date | null
  /** null: the user's stream has not been started yet. */
  readonly role: Role | null
}

async function noteSignIn(
  transaction: PoolClient,
  given: { userId: string; passwordHash: string | undefined; now: number },
): Promise<Before | undefined> {
  const { rows } = await transaction.query<Before>(
    `with before as (
       select user_id, last_sign_in_at from person where user_id = $1 for update
     )
     update person p set last_sign_in_at = $2
     from before b
     where p.user_id = b.user_id and p.password_hash = coalesce($3, p.password_hash)
     returning b.last_sign_in_at as "lastSignInAt",
               (select data ->> 'role' from document where stream = 'user-' || $1::text) as role`,
    [given.userId, new Date(given.now), given.passwordHash ?? null],
  )
  return rows[0]
}

/** @returns whether the device is new for the user */
async function noteDevice(
  transaction: PoolClient,
  userId: string,
  hash: Buffer,
  now: number,
): Promise<boolean> {
  const { rows } = await transaction.query<{ is_new: boolean }>(
    `insert into known_device (user_id, hash, seen_at) values ($1, $2, $3)
     on conflict (user_id, hash) do update set seen_at = excluded.seen_at
     returning xmax = 0 as is_new`,
    [userId, hash, new Date(now)],
  )
  return rows[0]?.is_new === true
}
