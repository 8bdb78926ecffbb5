import {
  type DocumentRow,
  type Listed,
  listed,
  type Queryable,
} from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'

const SENDING_SINCE = `
  from listed
  where kind = 'withdrawal' and waiting and data #>> '{sending,startedAt}' <= $1`

/** Withdrawals whose sending was started before a given time, without a recorded outcome. */
export async function listSendingSince<S>(db: Queryable, since: string): Promise<Listed<S>[]> {
  const lists = await levelled(db)
  const { rows } = await lists.query<DocumentRow<S>>({
    name: 'sending since',
    text: `select stream, data ${SENDING_SINCE} order by data #>> '{sending,startedAt}'`,
    values: [since],
  })
  return rows.map((row) => listed('withdrawal', row))
}

export async function countSendingSince(db: Queryable, since: string): Promise<number> {
  const lists = await levelled(db)
  const { rows } = await lists.query<{ count: number }>({
    name: 'count sending since',
    text: `select count(*)::int as count ${SENDING_SINCE}`,
    values: [since],
  })
  return rows[0]?.count ?? 0
}
