import type { Pool, PoolClient } from 'pg'
import type { IdentityContext } from './identity-context.ts'
import { hashToken } from './secrets.ts'

/** Ends the session that a refresh token belongs to, used or not. */
export async function endSessionOf(pool: Pick<Pool, 'query'>, refreshToken: string): Promise<void> {
  await pool.query(
    'delete from session where id = (select session_id from refresh_token where hash = $1)',
    [hashToken(refreshToken)],
  )
}

/** Ends one session of a user. @returns whether there was one */
export async function endSession(
  pool: Pick<Pool, 'query'>,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const { rowCount } = await pool.query('delete from session where id = $1 and user_id = $2', [
    sessionId,
    userId,
  ])
  return rowCount === 1
}

/** Where the owner makes a change that ends all other sessions. */
interface Kept {
  readonly sessionId?: string
  /** The hashes by which the device is recognised. */
  readonly devices?: readonly Buffer[]
}

/**
 * Ends the sessions of a user because their password or second factor may be known to others. Their
 * devices are no longer known, since one of them may be another person's: its next log-in causes a
 * mail.
 */
export async function endSessions(
  transaction: Pick<PoolClient, 'query'>,
  userId: string,
  { sessionId, devices = [] }: Kept = {},
): Promise<void> {
  await transaction.query(
    'delete from session where user_id = $1 and id is distinct from $2::uuid',
    [userId, sessionId ?? null],
  )
  await transaction.query(
    'delete from known_device where user_id = $1 and hash <> all ($2::bytea[])',
    [userId, devices],
  )
}

interface OpenSession {
  readonly id: string
  readonly userAgent: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
}

/** The sessions of a user that have not expired, newest first. */
export async function openSessionsOf(
  { pool, clock }: Pick<IdentityContext, 'pool' | 'clock'>,
  userId: string,
): Promise<OpenSession[]> {
  const { rows } = await pool.query<OpenSession>(
    `select id, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt"
     from session
     where user_id = $1 and expires_at > $2 order by last_seen_at desc, id desc`,
    [userId, new Date(clock.now())],
  )
  return rows
}
