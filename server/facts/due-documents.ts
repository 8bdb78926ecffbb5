import {
  type DocumentRow,
  type Listed,
  listed,
  type Queryable,
} from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'
import { ofOpenAccountSql } from './person-sql.ts'

/** The size of a page. */
const DUE_PAGE = 500

interface Due {
  readonly kind: string
  readonly status: string
  /** The status in the state itself, for kinds that have several under one. */
  readonly stage?: string
  readonly now: string
}

/**
 * Due open streams of a kind, in pages, the longest overdue first. Each is returned once, even if
 * it stays due, so streams that cannot be decided do not block others.
 *
 * Streams of closed accounts are left out: nothing can be appended to them.
 *
 * Their state must contain `endsAt`, an ISO 8601 instant in UTC: such texts sort by time.
 *
 * Source: docs/decisions/0265-streams-of-erased-people-end-where-they-are.md
 */
export async function* duePages<S>(db: Queryable, due: Due): AsyncGenerator<Listed<S>[]> {
  let after = { endsAt: '', stream: '' }
  for (;;) {
    const rows = await readPage<S>(db, due, after)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => listed(due.kind, row))
    if (rows.length < DUE_PAGE) return
    after = last
  }
}

interface DueRow<S> extends DocumentRow<S> {
  readonly endsAt: string
}

async function readPage<S>(
  db: Queryable,
  { kind, status, stage, now }: Due,
  after: Pick<DueRow<S>, 'endsAt' | 'stream'>,
): Promise<DueRow<S>[]> {
  const lists = await levelled(db)
  const { rows } = await lists.query<DueRow<S>>({
    name: 'due documents',
    text: `select stream, data, data ->> 'endsAt' as "endsAt" from listed
           where kind = $1 and status = $2 and data ->> 'endsAt' between $6 and $3
             and (data ->> 'endsAt', stream) > ($6, $7)
             and data ->> 'status' = coalesce($5, data ->> 'status')
             and ${ofOpenAccountSql('listed')}
           order by data ->> 'endsAt', stream limit $4`,
    values: [kind, status, now, DUE_PAGE, stage, after.endsAt, after.stream],
  })
  return rows
}
