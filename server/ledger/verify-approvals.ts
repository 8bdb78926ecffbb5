import type { PoolClient } from 'pg'
import { lastPositionBefore } from '#server/events/last-position-before.ts'
import {
  COUNTED_MS,
  CREDITED_MS,
  RELEASED_PART,
  TOTAL_TIMES,
} from '#shared/rules/second-approval.ts'
import { DAY_MS, epochMsOf, type Instant, instantOf } from '#shared/time.ts'
import type { Findings } from './ledger-fault.ts'

// The search in the text is there for its speed: it leaves out what was not done by staff.
const IS_BY_STAFF = `e.metadata::text like '%"admin"%' and e.metadata #>> '{actor,kind}' = 'admin'`

/** How far apart the clocks of servers and of the database may be. */
const CLOCKS_APART_MS = DAY_MS

// A sum ends at each approval. That is enough: of the approvals in a sum, the one that was appended
// last was decided on all others.
const BEYOND = `
  with approval as (
    select e.position, e.stream, d.owner, e.metadata #>> '{actor,id}' as staff,
           (e.metadata ->> 'at')::timestamptz as at,
           coalesce(e.data #>> '{weight,flow}', e.data ->> 'flow',
                    e.data #>> '{firstApproval,flow}') as flow,
           (e.data #>> '{weight,alone}')::boolean is true as alone,
           e.data #> '{weight,credited}' is not null as adds_up,
           (e.data #>> '{weight,value}')::numeric as value,
           (e.data #>> '{weight,above}')::numeric as above
    from event e join document d on d.stream = e.stream
    where e.position > $3 and ${IS_BY_STAFF} and e.metadata ->> 'at' >= $2
  ), placed as (
    select approval.*,
           flow = 'out' and max(at) filter (where flow = 'in')
             over (partition by staff, owner order by position)
             > at - interval '${CREDITED_MS} ms' as to_credited
    from approval where flow is not null
  ), counted as (
    select placed.*,
           sum(value) filter (where alone) over for_user as for_user,
           sum(value) filter (where alone) over for_all as for_all,
           sum(value) filter (where alone and flow = 'out') over for_user as released,
           sum(value) filter (where alone and to_credited and adds_up) over for_all
             as released_to_credited
    from placed
    window for_user as (partition by staff, owner order by at
                        range between interval '${COUNTED_MS - 1} ms' preceding and current row),
           for_all as (partition by staff order by at
                       range between interval '${COUNTED_MS - 1} ms' preceding and current row)
  )
  select position, stream, staff from counted
  where alone and at >= $1 and (
    value is null or for_user > above or for_all > above * ${TOTAL_TIMES}
    or (to_credited and released * ${RELEASED_PART} > above)
    or (to_credited and adds_up and released_to_credited * ${RELEASED_PART} > above)
  )
  order by position`

/**
 * Finds approvals of one person that needed a second one, from what the events recorded. Events
 * from before a limit added up did not record what it counts, and count nothing.
 *
 * @param after only approvals behind this position are checked, with what counted for them
 */
export async function verifyApprovals(
  client: PoolClient,
  findings: Findings,
  after: bigint,
): Promise<void> {
  const bounds = after === 0n ? ['-infinity', '', 0n] : await boundsOf(client, after)
  if (!bounds) return
  const { rows } = await client.query<{ position: string; stream: string; staff: string }>(
    BEYOND,
    bounds,
  )
  for (const { position, stream, staff } of rows) {
    findings.add('approvals', `event ${position}: ${staff} alone approved ${stream} beyond a limit`)
  }
}

/** From when approvals are judged, from when they count, and a position before both. */
async function boundsOf(client: PoolClient, after: bigint) {
  const { rows } = await client.query<{ at: Instant | null; recorded_at: Date }>(
    `select min(e.metadata ->> 'at') as at, min(e.recorded_at) as recorded_at
     from event e where e.position > $1 and ${IS_BY_STAFF}`,
    [after],
  )
  const [{ at = null, recorded_at = new Date(0) } = {}] = rows
  if (at === null) return undefined
  const earliestMs = Math.min(epochMsOf(at), recorded_at.getTime()) - CLOCKS_APART_MS
  return [
    at,
    instantOf(epochMsOf(at) - CREDITED_MS - COUNTED_MS),
    await lastPositionBefore(client, earliestMs - CREDITED_MS - COUNTED_MS),
  ]
}
