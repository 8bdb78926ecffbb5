import type { Metadata } from '#server/events/log.ts'
import type { Queryable } from '#server/projections/documents.ts'

export interface SecurityEventRow {
  readonly position: string
  readonly type: string
  readonly metadata: Metadata
  readonly recordedAt: Date
}

interface SecurityPage {
  readonly userId: string
  readonly kinds: readonly string[]
  readonly types: readonly string[]
  readonly limit: number
  /** The last position of the previous page. */
  readonly before: string | undefined
}

/**
 * Events of these types in a user's own streams, newest first; optionally only before a position.
 */
export async function readSecurityEvents(
  db: Queryable,
  { userId, kinds, types, limit, before }: SecurityPage,
): Promise<SecurityEventRow[]> {
  const { rows } = await db.query<SecurityEventRow>({
    name: 'security events',
    text: `select position, type, metadata, recorded_at as "recordedAt" from event
           where stream = any ($1) and type = any ($2) and ($4::bigint is null or position < $4)
           order by position desc limit $3`,
    values: [kinds.map((kind) => `${kind}-${userId}`), types, limit, before ?? null],
  })
  return rows
}
