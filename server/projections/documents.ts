import type { Pool, PoolClient } from 'pg'
import { stateOf } from '#server/events/document-shape.ts'
import { levelled } from './levelled.ts'

/** Lists of one kind of stream, read from the state documents that every append writes. */
export type Queryable = Pick<Pool | PoolClient, 'query'>

export const PAGE_DEFAULT = 200

export interface Listed<S> {
  readonly id: string
  readonly state: S
}

export interface DocumentRow<S> {
  readonly stream: string
  readonly data: S
}

export function listed<S>(kind: string, { stream, data }: DocumentRow<S>): Listed<S> {
  return { id: stream.slice(kind.length + 1), state: stateOf(data).state as S }
}

/** How many streams of a kind stand in each status; a status without any is left out. */
export async function countByStatus(
  db: Queryable,
  kind: string,
): Promise<Readonly<Record<string, number>>> {
  const lists = await levelled(db)
  const { rows } = await lists.query<{ status: string; count: number }>({
    // The kind stands in the text: an index of some kinds alone serves no others.
    name: `count ${kind} by status`,
    text: `select status, count(*)::int as count from listed where kind = '${kind}' group by status`,
  })
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
