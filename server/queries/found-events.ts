import type { Queryable } from '#server/projections/documents.ts'

export interface FoundEvent {
  readonly position: string
  readonly type: string
  readonly recordedAt: Date
  /** The number of the user who owns the stream. */
  readonly owner: string | null
}

const EVENTS = `
  select e.position, e.type, e.recorded_at as "recordedAt", d.owner
  from event e left join document d on d.stream = e.stream`

/** The event at a position of the log. */
export async function findEventAt(db: Queryable, position: string): Promise<FoundEvent[]> {
  const { rows } = await db.query<FoundEvent>({
    name: 'event at a position',
    text: `${EVENTS} where e.position = $1`,
    values: [position],
  })
  return rows
}

/** The events caused by a request, as far as the audit is folded. */
export async function findEventsOfRequest(
  db: Queryable,
  request: string,
  limit: number,
): Promise<FoundEvent[]> {
  const { rows } = await db.query<FoundEvent>({
    name: 'events of a request',
    text: `${EVENTS}
           where e.position = any (array(
             select position from audit_line where request = $1::uuid order by position limit $2))
           order by e.position`,
    values: [request, limit],
  })
  return rows
}
