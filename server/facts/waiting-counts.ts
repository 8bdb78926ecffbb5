import type { Pool } from 'pg'
import { batchLoader } from '#shared/batch-loader.ts'
import { CANCELLED_COUNTED_HOURS } from '#shared/rules/waiting-requests.ts'

/** Counts the requests of one kind with which a user occupies staff, up to a maximum. */
export type CountWaiting = (userNo: bigint) => Promise<number>

/**
 * Only the newest are read, this many times the allowed number. Documents have no index of pending
 * requests, because every append would have to maintain it, and a long history must not make a
 * request slow. To evade the count, a user would first have to send that many others.
 */
const LOOKED_AT_TIMES = 10

/**
 * Counts pending requests, and those created and cancelled recently, because staff are notified of
 * each. Reads the documents themselves, for many users in one query, up to `most`.
 */
export function batchWaiting(
  pool: Pick<Pool, 'query'>,
  { kind, most }: { readonly kind: string; readonly most: number },
): CountWaiting {
  const read = batchLoader<bigint, number>(String, async (userNos) => {
    const { rows } = await pool.query<{ owner: string; count: number }>({
      name: 'count waiting of users',
      text: `select asked.owner, count(*)::int as count
             from unnest($1::bigint[]) as asked (owner)
             cross join lateral (
               select from (
                 select waiting, status, created_at from document d
                 where d.owner = asked.owner and d.kind = $2
                 order by created_at desc limit $3::int * ${LOOKED_AT_TIMES}
               ) as newest
               where waiting or (status = 'cancelled' and created_at > now() - make_interval(hours => ${CANCELLED_COUNTED_HOURS}))
               limit $3::int
             ) as counted
             group by asked.owner`,
      values: [userNos.map(String), kind, most],
    })
    return new Map(rows.map(({ owner, count }) => [owner, count]))
  })
  return async (userNo) => (await read(userNo)) ?? 0
}

/** The guard of decisions that depend on how many pending requests of a kind a user has. */
export function waitingGuard(kind: string, userNo: bigint): string {
  return `waiting ${kind} of ${userNo}`
}
