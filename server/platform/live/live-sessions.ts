import type { Pool } from 'pg'
import { isStaff, type Role } from '#shared/rules/permissions.ts'

/** Who listens behind a session, as the database says at this moment. */
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

/** Those of some sessions that still hold. Staff who lack a factor they need listen as customers. */
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
