import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { TICKET_TTL_MS } from '#shared/contract/live.ts'

export interface LiveTicket {
  readonly ticket: string
  readonly expiresAtMs: number
}

/** Gives a session a ticket that opens one WebSocket: a bearer token would stand in every log. */
export async function issueTicket(
  pool: Pick<Pool, 'query'>,
  sessionId: string,
  nowMs: number,
): Promise<LiveTicket> {
  const ticket = randomBytes(32).toString('base64url')
  const expiresAtMs = nowMs + TICKET_TTL_MS
  await pool.query(
    `with expired as (delete from live_ticket where expires_at < $4)
     insert into live_ticket (hash, session_id, expires_at) values ($1, $2, $3)`,
    [hashOf(ticket), sessionId, new Date(expiresAtMs), new Date(nowMs)],
  )
  return { ticket, expiresAtMs }
}

/** The session behind a ticket. Once: whoever asks second gets nothing. */
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
