import type { Queryable } from '#server/projections/documents.ts'
import { batchLoader } from '#shared/batch-loader.ts'
import { REJECTED_A_DAY_MAX } from '#shared/rules/waiting-requests.ts'
import type { Instant } from '#shared/time.ts'

/**
 * Only the newest requests are read, so that a long history does not make a request expensive. The
 * waiting requests and those rejected within a day are far fewer.
 */
const LOOKED_AT = 10 * REJECTED_A_DAY_MAX

interface Requests {
  readonly kind: string
  /** How many can wait, if these are many: as many more are read. */
  readonly waitingMaximum?: number
}

/** When staff last rejected a user's requests of one kind, newest first; as many as rules need. */
export type FindRejections = (userNo: bigint) => Promise<readonly Instant[]>

/** Reads the documents themselves, for many users in one query. */
export function batchRejections(
  db: Queryable,
  { kind, waitingMaximum = 0 }: Requests,
): FindRejections {
  const read = batchLoader<bigint, readonly Instant[]>(String, async (userNos) => {
    const { rows } = await db.query<{ owner: string; rejected: readonly Instant[] }>({
      name: 'recent rejections of users',
      text: `select asked.owner, array_agg(last.at order by last.at desc) as rejected
             from unnest($1::bigint[]) as asked (owner)
             cross join lateral (
               select data ->> 'reviewedAt' as at
               from (select status, data from document d
                     where d.owner = asked.owner and d.kind = $2
                     order by created_at desc limit $3::int) as newest
               where status = 'rejected'
               order by 1 desc limit ${REJECTED_A_DAY_MAX}
             ) as last
             group by asked.owner`,
      values: [userNos.map(String), kind, LOOKED_AT + waitingMaximum],
    })
    return new Map(rows.map(({ owner, rejected }) => [owner, rejected]))
  })
  return async (userNo) => (await read(userNo)) ?? []
}

/** The same for one user. */
export function findRejections(
  db: Queryable,
  { owner, kind }: { readonly owner: bigint; readonly kind: string },
): Promise<readonly Instant[]> {
  return batchRejections(db, { kind })(owner)
}
