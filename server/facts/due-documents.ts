import {
  type DocumentRow,
  type Listed,
  listed,
  type Queryable,
} from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'

/** How many are taken up at once: the rest waits for the next look. */
export const DUE_PAGE = 500

interface Due {
  readonly kind: string
  readonly status: string
  /** The status in the state itself, for kinds that have several under one. */
  readonly stage?: string
  readonly now: string
}

/**
 * Open streams of a kind whose end has come, the longest overdue first.
 *
 * Their state must hold `endsAt`, an ISO 8601 instant in UTC: such texts sort as the times they name.
 */
export async function listDueDocuments<S>(
  db: Queryable,
  { kind, status, stage, now }: Due,
): Promise<Listed<S>[]> {
  const lists = await levelled(db)
  const { rows } = await lists.query<DocumentRow<S>>({
    name: 'due documents',
    text: `select stream, data from listed
           where kind = $1 and status = $2 and data ->> 'endsAt' <= $3
             and data ->> 'status' = coalesce($5, data ->> 'status')
           order by data ->> 'endsAt' limit $4`,
    values: [kind, status, now, DUE_PAGE, stage],
  })
  return rows.map((row) => listed(kind, row))
}
