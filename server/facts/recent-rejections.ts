import type { Queryable } from '#server/projections/documents.ts'
import { REJECTED_A_DAY_MAX } from '#shared/rules/waiting-requests.ts'
import type { Instant } from '#shared/time.ts'

/**
 * Only the newest are looked at: those that wait, and those that staff have rejected in a day, are far
 * fewer. A long history must not make a request dear.
 */
const LOOKED_AT = 10 * REJECTED_A_DAY_MAX

/** When staff last rejected requests of one kind of a user, newest first, as many as a rule looks at. */
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
