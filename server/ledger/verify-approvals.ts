import type { PoolClient } from 'pg'
import { lastPositionBefore } from '#server/events/last-position-before.ts'
import { COUNTING_RULES_UNRECORDED, type CountingRules } from '#shared/rules/second-approval.ts'
import { DAY_MS, epochMsOf, type Instant, instantOf } from '#shared/time.ts'
import type { Findings } from './ledger-fault.ts'

// The text search is only for speed: it skips events that were not caused by staff.
const IS_BY_STAFF = `e.metadata::text like '%"admin"%' and e.metadata #>> '{actor,kind}' = 'admin'`

const IS_ALONE = `(e.data #>> '{weight,alone}')::boolean is true`

/** The rules by which an approval was decided, as text; null if it did not record them. */
const RULES = `e.data #>> '{weight,rules}'`

/** How far apart the clocks of servers and of the database may be. */
const CLOCKS_APART_MS = DAY_MS

// One sum ends at each approval. That is enough, because the last approval in a sum was decided
// with knowledge of all others. A window in PostgreSQL cannot differ by row, so each set of rules
// has one query: all approvals are summed, and those decided by this set are checked.
const BEYOND = `
  with approval as (
    select e.position, e.stream, d.owner, e.metadata #>> '{actor,id}' as staff,
           (e.metadata ->> 'at')::timestamptz as at,
           coalesce(e.data #>> '{weight,flow}', e.data ->> 'flow',
                    e.data #>> '{firstApproval,flow}') as flow,
           ${IS_ALONE} as alone,
           e.data #> '{weight,credited}' is not null as adds_up,
           (e.data #>> '{weight,value}')::numeric as value,
           (e.data #>> '{weight,above}')::numeric as above,
           ${RULES} as rules
    from event e join document d on d.stream = e.stream
    where e.position > $3 and ${IS_BY_STAFF} and e.metadata ->> 'at' >= $2
  ), placed as (
    select approval.*,
           flow = 'out' and max(at) filter (where flow = 'in')
             over (partition by staff, owner order by position)
             > at - $5::float8 * interval '1 ms' as to_credited
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
                        range between $6::float8 * interval '1 ms' preceding and current row),
           for_all as (partition by staff order by at
                       range between $6::float8 * interval '1 ms' preceding and current row)
  )
  select position, stream, staff from counted
  where alone and at >= $1 and above > 0 and rules is not distinct from $4 and (
    value is null or for_user > above or for_all > above * $7::numeric
    or (to_credited and released * $8::numeric > above)
    or (to_credited and adds_up and released_to_credited * $8::numeric > above)
  )
  order by position`

/**
 * Finds approvals of one person that needed a second one, from what the events recorded, including
 * the rules by which they were decided. Events from before a limit existed did not record what it
 * counts, and count as nothing.
 *
 * @param after only approvals after this position are checked, with everything that counted for
 * them
 */
export async function verifyApprovals(
  client: PoolClient,
  findings: Findings,
  after: bigint,
): Promise<void> {
  for (const decided of await readRules(client, after)) {
    const { countedMs, totalTimes, creditedMs, releasedPart } = decided.rules
    const bounds = after === 0n ? ['-infinity', '', 0n] : await boundsOf(client, decided)
    const { rows } = await client.query<{ position: string; stream: string; staff: string }>(
      BEYOND,
      [...bounds, decided.text, creditedMs, countedMs - 1, totalTimes, releasedPart],
    )
    for (const { position, stream, staff } of rows) {
      findings.add(
        'approvals',
        `event ${position}: ${staff} alone approved ${stream} beyond a limit`,
      )
    }
  }
}

interface Decided {
  /** As the events recorded it; null if they did not. */
  readonly text: string | null
  readonly rules: CountingRules
  readonly earliest: Instant
  readonly recordedMs: number
}

/** The sets of rules by which staff decided after a position, and since when. */
async function readRules(client: PoolClient, after: bigint): Promise<readonly Decided[]> {
  const { rows } = await client.query<{ text: string | null; at: Instant; recorded_at: Date }>(
    `select ${RULES} as text, min(e.metadata ->> 'at') as at, min(e.recorded_at) as recorded_at
     from event e
     where e.position > $1 and ${IS_BY_STAFF} and ${IS_ALONE}
     group by 1 order by min(e.position)`,
    [after],
  )
  return rows.map(({ text, at, recorded_at }) => ({
    text,
    rules: text === null ? COUNTING_RULES_UNRECORDED : (JSON.parse(text) as CountingRules),
    earliest: at,
    recordedMs: recorded_at.getTime(),
  }))
}

/** From when approvals are checked, from when they count, and a position before both. */
async function boundsOf(client: PoolClient, { rules, earliest, recordedMs }: Decided) {
  const countedMs = rules.creditedMs + rules.countedMs
  const earliestMs = Math.min(epochMsOf(earliest), recordedMs) - CLOCKS_APART_MS
  return [
    earliest,
    instantOf(epochMsOf(earliest) - countedMs),
    await lastPositionBefore(client, earliestMs - countedMs),
  ]
}
