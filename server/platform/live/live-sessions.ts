import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { TICKET_TTL_MS } from '#shared/contract/live.ts'
import { isStaff, type Role } from '#shared/rules/permissions.ts'

/** The user behind a session, as stored now. */
export interface LiveSession {
  readonly userId: string
  readonly isStaff: boolean
}

interface SessionRow {
  readonly id: string
  readonly user_id: string
  readonly role: Role
  readonly is_active: boolean
  readonly second_factor: boolean
}

/**
 * The sessions that are still valid. Staff who lack a required second factor count as customers.
 */
export async function readLiveSessions(
  pool: Pick<Pool, 'query'>,
  ids: readonly string[],
  { nowMs, staffNeedsSecondFactor }: { nowMs: number; staffNeedsSecondFactor: boolean },
): Promise<ReadonlyMap<string, LiveSession>> {
  const { rows } = await pool.query<SessionRow>(
    `select s.id, s.user_id, d.data ->> 'role' as role,
            (d.data ->> 'isActive')::boolean as is_active,
            exists (select from second_factor f
                    where f.user_id = s.user_id and f.enabled_at is not null) as second_factor
     from session s
     join document d on d.stream = 'user-' || s.user_id::text
     where s.id = any($1::uuid[]) and s.expires_at > $2`,
    [ids, new Date(nowMs)],
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        userId: row.user_id,
        isStaff:
          isStaff(row.role) && row.is_active && (row.second_factor || !staffNeedsSecondFactor),
      },
    ]),
  )
}

/**
 * Issues a ticket with which a session opens one WebSocket: a bearer token in a URL would be
 * logged.
 */
export async function issueTicket(
  pool: Pick<Pool, 'query'>,
  sessionId: string,
  nowMs: number,
): Promise<{ ticket: string; expiresAtMs: number }> {
  const ticket = randomBytes(32).toString('base64url')
  const expiresAtMs = nowMs + TICKET_TTL_MS
  await pool.query(
    `with expired as (delete from live_ticket where expires_at < $4)
     insert into live_ticket (hash, session_id, expires_at) values ($1, $2, $3)`,
    [hashOf(ticket), sessionId, new Date(expiresAtMs), new Date(nowMs)],
  )
  return { ticket, expiresAtMs }
}

/** The session of a ticket, which is valid once. */
export async function redeemTicket(
  pool: Pick<Pool, 'query'>,
  ticket: string,
  nowMs: number,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ session_id: string }>(
    'delete from live_ticket where hash = $1 and expires_at >= $2 returning session_id',
    [hashOf(ticket), new Date(nowMs)],
  )
  return rows[0]?.session_id
}

function hashOf(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest()
}
