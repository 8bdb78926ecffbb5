import type { PoolClient } from 'pg'
import type { Metadata } from '#server/events/log.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { ACCESS_TOKEN_SECONDS } from '#shared/rules/identity.ts'
import { isStaff, type Role } from '#shared/rules/permissions.ts'
import { instantOf, SECOND_MS } from '#shared/time.ts'
import { type DeviceProof, takeProof } from './device-proof.ts'
import type { IdentityContext } from './identity-context.ts'
import { hashToken } from './secrets.ts'
import { sessionEndOf } from './session-end.ts'
import { changeSecrets } from './user-commands.ts'

/** How long tabs that refresh together get the same pair, even after one of them uses it. */
const GRACE_MS = 60 * SECOND_MS

/** The secrets of a session, as sent to its user; the database stores only hashes. */
export interface TokenPair {
  readonly userId: string
  readonly accessToken: string
  readonly accessExpiresAt: number
  readonly refreshToken: string
  /** When the session ends, however often it is refreshed. */
  readonly sessionExpiresAt: number
}

/** Why a session that two parties hold ends, as recorded in the log. */
const ENDINGS = {
  EndCopiedSession: 'a refresh token came from a device that its session is not bound to',
  EndReusedSession: 'a used refresh token came back',
} as const

/** A refresh of a session. */
interface Refresh {
  readonly refreshToken: string
  /** The request's proof about its device, or why there is none. */
  readonly proof?: DeviceProof | Refusal | undefined
  /** How long its user has been idle. */
  readonly idleMs?: number
  readonly metadata: Metadata
}

/**
 * Exchanges a refresh token for the next pair.
 *
 * A session that is bound to a device continues only with a proof of the device's key. Without it
 * the token was copied: the session ends and its user is notified.
 *
 * The next pair is computed from the token itself with the server's key, so the server can return
 * the same response again without storing it. A used token gets that response as long as its
 * successor is unused, so a phone that lost the response stays signed in. For a minute it also gets
 * it while the successor's access token is in use, for tabs that refresh together. Any other reuse
 * means that two parties hold the family: the session ends and its user is notified.
 *
 * Refuses  session.expired, device_proof.nonce_required if the proof is old or was already used:
 *          first match wins
 */
export function rotate(
  context: Pick<IdentityContext, 'pool' | 'log' | 'clock' | 'secrets' | 'logger'>,
  refresh: Refresh,
): Promise<TokenPair | Refusal> {
  const now = context.clock.now()
  const { refreshToken, proof, metadata } = refresh
  return changeSecrets(context, now, async (transaction, record) => {
    const known = await lockToken(transaction, refreshToken)
    if (!known || known.expires_at.getTime() <= now) return refuse('session.expired')

    const end = async (type: keyof typeof ENDINGS): Promise<Refusal> => {
      const { session_id: id, user_id: userId } = known
      context.logger.warn({ session: id }, ENDINGS[type])
      await transaction.query('delete from session where id = $1', [id])
      record({ userId, key: `session ${id}`, command: { type, at: instantOf(now) }, metadata })
      return refuse('session.expired')
    }
    const refusal = await deviceRefusal(transaction, known, proof)
    if (refusal?.refused === 'device_proof.invalid') return end('EndCopiedSession')
    if (refusal) return refusal
    if (known.used_at === null) return next(context, transaction, { known, refresh, now })
    return (await again(context, transaction, { known, refresh, now })) ?? end('EndReusedSession')
  })
}

/**
 * Why a session does not continue for the device that sends its token. A proof that is merely old
 * is not evidence against its sender.
 *
 * Refuses  device_proof.nonce_required, device_proof.invalid
 */
async function deviceRefusal(
  transaction: PoolClient,
  { session_id: sessionId, key_thumbprint: thumbprint }: KnownToken,
  proof: Refresh['proof'] = refuse('device_proof.invalid'),
): Promise<Refusal | undefined> {
  if (thumbprint === null) return undefined
  if (isRefusal(proof)) return proof
  if (proof.thumbprint !== thumbprint) return refuse('device_proof.invalid')
  const isFresh = await takeProof(transaction, sessionId, proof)
  return isFresh ? undefined : refuse('device_proof.nonce_required')
}

interface Exchange {
  readonly known: KnownToken
  readonly refresh: Refresh
  readonly now: number
}

/** The response to a used token; undefined if two parties hold the family. */
async function again(
  context: Pick<IdentityContext, 'secrets'>,
  transaction: PoolClient,
  { known, refresh, now }: Exchange,
): Promise<TokenPair | Refusal | undefined> {
  const [pair, successor] = await storedSuccessor(context, transaction, { known, refresh, now })
  const isLate = now - (known.used_at?.getTime() ?? now) > GRACE_MS
  if (isLate && successor?.has_arrived !== false) return undefined
  return successor?.used_at === null ? pair : refuse('session.expired')
}

/** The pair for which the token was exchanged, under the master key of that time. */
async function storedSuccessor(
  { secrets }: Pick<IdentityContext, 'secrets'>,
  transaction: PoolClient,
  { known, refresh: { refreshToken }, now }: Exchange,
): Promise<[TokenPair, KnownToken | undefined]> {
  const pair = successorOf({ secrets }, known, refreshToken, now)
  const accessTokens = secrets.tokensFor('access', refreshToken)
  for (const [place, successor] of secrets.tokensFor('refresh', refreshToken).entries()) {
    const stored = await lockToken(transaction, successor)
    const accessToken = accessTokens[place] ?? ''
    if (stored) return [{ ...pair, accessToken, refreshToken: successor }, stored]
  }
  return [pair, undefined]
}

/** The first exchange of a token. */
async function next(
  context: Pick<IdentityContext, 'secrets'>,
  transaction: PoolClient,
  { known, refresh, now }: Exchange,
): Promise<TokenPair | Refusal> {
  const { refreshToken, idleMs = 0 } = refresh
  const usedAt = Math.max(known.last_seen_at.getTime(), now - idleMs)
  const expiresAt = sessionEndOf({
    isStaff: isStaff(known.role),
    isBound: known.key_thumbprint !== null,
    openedAt: known.created_at.getTime(),
    usedAt,
  })
  // The user became staff, whose sessions are shorter.
  if (expiresAt <= now) return refuse('session.expired')
  const expires_at = new Date(expiresAt)
  await transaction.query('update refresh_token set used_at = $2 where hash = $1', [
    hashToken(refreshToken),
    new Date(now),
  ])
  const pair = successorOf(context, { ...known, expires_at }, refreshToken, now)
  await storePair(transaction, known.session_id, pair)
  await touch(transaction, known.session_id, { usedAt, expiresAt, now })
  return pair
}

interface KnownToken {
  readonly session_id: string
  readonly user_id: string
  readonly role: Role
  readonly key_thumbprint: string | null
  readonly used_at: Date | null
  readonly has_arrived: boolean
  readonly created_at: Date
  readonly last_seen_at: Date
  readonly expires_at: Date
}

/** Locks the session's row first, so that tabs take turns. */
async function lockToken(
  transaction: PoolClient,
  refreshToken: string,
): Promise<KnownToken | undefined> {
  const hash = hashToken(refreshToken)
  const locked = await transaction.query<Omit<KnownToken, 'used_at' | 'has_arrived'>>(
    `select s.id as session_id, s.user_id, s.key_thumbprint, s.created_at, s.last_seen_at,
            s.expires_at, d.data ->> 'role' as role
     from session s join document d on d.stream = 'user-' || s.user_id::text
     where s.id = (select session_id from refresh_token where hash = $1) for update of s`,
    [hash],
  )
  // In a second statement, because the snapshot of the first one is older than the lock.
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

export async function storePair(
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

async function touch(
  transaction: PoolClient,
  sessionId: string,
  { usedAt, expiresAt, now }: Readonly<Record<'usedAt' | 'expiresAt' | 'now', number>>,
): Promise<void> {
  await transaction.query('update session set last_seen_at = $2, expires_at = $3 where id = $1', [
    sessionId,
    new Date(usedAt),
    new Date(expiresAt),
  ])
  await transaction.query('delete from access_token where session_id = $1 and expires_at <= $2', [
    sessionId,
    new Date(now),
  ])
}
