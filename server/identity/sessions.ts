import type { Pool, PoolClient } from 'pg'
import { RefusedRequest } from '#server/platform/errors.ts'
import { addJob } from '#server/platform/jobs.ts'
import { newId } from '#server/platform/new-id.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { ACCESS_TOKEN_SECONDS, SESSION_DAYS_MAX } from '#shared/rules/identity.ts'
import { DAY_MS, SECOND_MS } from '#shared/time.ts'
import type { IdentityContext } from './identity-context.ts'
import { noticeTask } from './mails.ts'
import { hashToken, newToken } from './secrets.ts'

/** How long tabs that refresh together get the same pair, even once one of them uses it. */
const GRACE_MS = 60 * SECOND_MS

const USER_AGENT_LENGTH_MAX = 300

/** The secrets of a session as its user gets them; the database stores only hashes. */
export interface TokenPair {
  readonly userId: string
  readonly accessToken: string
  readonly accessExpiresAt: number
  readonly refreshToken: string
  /** When the session ends, no matter how often it is refreshed. */
  readonly sessionExpiresAt: number
}

/**
 * Opens a session: the first pair of its family.
 *
 * @param passwordHash what the password was checked against: if it has changed since, no session
 *   opens, so that no log-in under way survives a recovery
 * @throws RefusedRequest login.failed in that case
 */
export function openSession(
  context: Pick<IdentityContext, 'pool' | 'clock'>,
  userId: string,
  userAgent: string,
  passwordHash?: string,
): Promise<TokenPair> {
  const now = context.clock.now()
  const pair = {
    userId,
    accessToken: newToken(),
    accessExpiresAt: now + ACCESS_TOKEN_SECONDS * SECOND_MS,
    refreshToken: newToken(),
    sessionExpiresAt: now + SESSION_DAYS_MAX * DAY_MS,
  }
  return inTransaction(context.pool, async (transaction) => {
    // First, because it locks the person's row as a change of the password does.
    const { rowCount } = await transaction.query(
      `update person set last_sign_in_at = $2
       where user_id = $1 and password_hash = coalesce($3, password_hash)`,
      [userId, new Date(now), passwordHash ?? null],
    )
    if (rowCount === 0) throw new RefusedRequest(refuse('login.failed'))
    const sessionId = newId(context.clock)
    await transaction.query(
      `insert into session (id, user_id, user_agent, created_at, last_seen_at, expires_at)
       values ($1, $2, $3, $4, $4, $5)`,
      [
        sessionId,
        userId,
        userAgent.slice(0, USER_AGENT_LENGTH_MAX),
        new Date(now),
        new Date(pair.sessionExpiresAt),
      ],
    )
    await storePair(transaction, sessionId, pair)
    return pair
  })
}

/**
 * Exchanges a refresh token for the next pair.
 *
 * The next pair is computed from the token itself under the server's key, so the server can give
 * the same answer again without storing it. A used token gets that answer as long as its successor is
 * unused, so a phone whose answer was lost stays signed in. For a minute it also gets it while the
 * successor's access token is in use, for tabs that refresh together. Any other reuse means that two
 * parties hold the family: the session ends and its user is told.
 *
 * Refuses  session.expired
 */
export function rotate(
  context: Pick<IdentityContext, 'pool' | 'clock' | 'secrets' | 'logger'>,
  refreshToken: string,
): Promise<TokenPair | Refusal> {
  const now = context.clock.now()
  return inTransaction(context.pool, async (transaction) => {
    const known = await lockToken(transaction, refreshToken)
    if (!known || known.expires_at.getTime() <= now) return refuse('session.expired')

    const pair = successorOf(context, known, refreshToken, now)
    if (known.used_at === null) {
      await transaction.query('update refresh_token set used_at = $2 where hash = $1', [
        hashToken(refreshToken),
        new Date(now),
      ])
      await storePair(transaction, known.session_id, pair)
      await touch(transaction, known.session_id, now)
      return pair
    }

    const successor = await lockToken(transaction, pair.refreshToken)
    const isLate = now - known.used_at.getTime() > GRACE_MS
    if (isLate && successor?.has_arrived !== false) {
      context.logger.warn({ session: known.session_id }, 'a used refresh token came back')
      await endReusedSession(transaction, known)
      return refuse('session.expired')
    }
    return successor?.used_at === null ? pair : refuse('session.expired')
  })
}

interface KnownToken {
  readonly session_id: string
  readonly user_id: string
  readonly used_at: Date | null
  readonly has_arrived: boolean
  readonly expires_at: Date
}

/** The session's row is locked first, so that tabs take turns. */
async function lockToken(
  transaction: PoolClient,
  refreshToken: string,
): Promise<KnownToken | undefined> {
  const hash = hashToken(refreshToken)
  const locked = await transaction.query<Omit<KnownToken, 'used_at' | 'has_arrived'>>(
    `select id as session_id, user_id, expires_at from session
     where id = (select session_id from refresh_token where hash = $1) for update`,
    [hash],
  )
  // In a second statement: the first one's snapshot is older than the lock.
  const token = await transaction.query<Pick<KnownToken, 'used_at' | 'has_arrived'>>(
    'select used_at, has_arrived or used_at is not null as has_arrived from refresh_token where hash = $1',
    [hash],
  )
  const [session] = locked.rows
  const [used] = token.rows
  return session && used && { ...session, ...used }
}

function successorOf(
  { secrets }: Pick<IdentityContext, 'secrets'>,
  known: KnownToken,
  refreshToken: string,
  now: number,
): TokenPair {
  const sessionExpiresAt = known.expires_at.getTime()
  const exchangedAt = known.used_at?.getTime() ?? now
  return {
    userId: known.user_id,
    accessToken: secrets.tokenFor('access', refreshToken),
    accessExpiresAt: Math.min(exchangedAt + ACCESS_TOKEN_SECONDS * SECOND_MS, sessionExpiresAt),
    refreshToken: secrets.tokenFor('refresh', refreshToken),
    sessionExpiresAt,
  }
}

async function storePair(
  transaction: PoolClient,
  sessionId: string,
  { accessToken, accessExpiresAt, refreshToken }: TokenPair,
): Promise<void> {
  await transaction.query(
    'insert into access_token (hash, refresh_hash, session_id, expires_at) values ($1, $2, $3, $4)',
    [hashToken(accessToken), hashToken(refreshToken), sessionId, new Date(accessExpiresAt)],
  )
  await transaction.query('insert into refresh_token (hash, session_id) values ($1, $2)', [
    hashToken(refreshToken),
    sessionId,
  ])
}

async function touch(transaction: PoolClient, sessionId: string, now: number): Promise<void> {
  await transaction.query('update session set last_seen_at = $2 where id = $1', [
    sessionId,
    new Date(now),
  ])
  await transaction.query('delete from access_token where session_id = $1 and expires_at <= $2', [
    sessionId,
    new Date(now),
  ])
}

async function endReusedSession(transaction: PoolClient, known: KnownToken): Promise<void> {
  await transaction.query('delete from session where id = $1', [known.session_id])
  await addJob(transaction, noticeTask, {
    userId: known.user_id,
    notice: 'SessionReused',
    key: `session ${known.session_id}`,
  })
}

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

/** Ends the sessions of a user, except one. */
export async function endSessions(
  transaction: Pick<PoolClient, 'query'>,
  userId: string,
  exceptSessionId?: string,
): Promise<void> {
  await transaction.query(
    'delete from session where user_id = $1 and id is distinct from $2::uuid',
    [userId, exceptSessionId ?? null],
  )
}

interface OpenSession {
  readonly id: string
  readonly userAgent: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
}

/** The sessions of a user that have not expired, the latest first. */
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
