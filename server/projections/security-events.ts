import type { Metadata } from '#server/events/log.ts'
import type { Queryable } from './documents.ts'

export interface SecurityEventRow {
  readonly position: string
  readonly type: string
  readonly metadata: Metadata
  readonly recordedAt: Date
}

const LATEST = 100

/** The latest events of these types on a user's own streams, newest first. */
export async function readSecurityEvents(
  db: Queryable,
  { userId, kinds, types }: { userId: string; kinds: readonly string[]; types: readonly string[] },
): Promise<SecurityEventRow[]> {
  const { rows } = await db.query<SecurityEventRow>({
    name: 'security events',
    text: `select position, type, metadata, recorded_at as "recordedAt" from event
           where stream = any ($1) and type = any ($2) order by position desc limit ${LATEST}`,
    values: [kinds.map((kind) => `${kind}-${userId}`), types],
  })
  return rows
}
