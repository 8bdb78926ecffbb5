import type { Queryable } from '#server/projections/documents.ts'
import { REJECTED_A_DAY_MAX } from '#shared/rules/waiting-requests.ts'
import type { Instant } from '#shared/time.ts'

/**
 * Only the newest requests are read, so that a long history does not make a request expensive. The
 * waiting requests and those rejected within a day are far fewer.
 */
const LOOKED_AT = 10 * REJECTED_A_DAY_MAX

/** When staff last rejected a user's requests of one kind, newest first; as many as rules need. */
export async function findRejections(
  db: Queryable,
  { owner, kind }: { readonly owner: bigint; readonly kind: string },
): Promise<Instant[]> {
  const { rows } = await db.query<{ at: Instant }>({
    name: 'recent rejections',
    text: `select data ->> 'reviewedAt' as at
           from (select status, data from document where owner = $1 and kind = $2
                 order by created_at desc limit ${LOOKED_AT}) as newest
           where status = 'rejected'
           order by 1 desc limit ${REJECTED_A_DAY_MAX}`,
    values: [owner, kind],
  })
  return rows.map(({ at }) => at)
}
