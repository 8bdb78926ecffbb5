import type { Queryable } from '#server/projections/documents.ts'
import type { AnalyticsStep } from '#shared/rules/analytics.ts'

export interface ReviewTime {
  readonly kind: string
  /** The first day of the step; null for the whole period. */
  readonly start: string | null
  readonly count: number
  /** The median and the 95th percentile, in seconds. */
  readonly median: number
  readonly p95: number
}

// A percentile is the smallest time that this share of the decisions did not exceed: a time that a
// user really waited. Read group by group, in the order of the key, so that nothing is sorted.
const OF_STEPS = `
  select kind, start::text, total as count, median, p95
  from (
    select start, kind, sum(count::int) as total from review_time
    where step = $1 and start >= $2::date
    group by start, kind
  ) as whole
  cross join lateral (
    select min(seconds) filter (where so_far * 100 >= total * 50) as median,
           min(seconds) filter (where so_far * 100 >= total * 95) as p95
    from (
      select seconds, sum(count::int) over (order by seconds) as so_far from review_time as own
      where own.step = $1 and own.start = whole.start and own.kind = whole.kind
    ) as ranked
  ) as found`

const OF_ALL = `
  select kind, null as start, max(so_far) as count,
         min(seconds) filter (where so_far * 100 >= total * 50) as median,
         min(seconds) filter (where so_far * 100 >= total * 95) as p95
  from (
    select kind, seconds, sum(count) over (partition by kind order by seconds) as so_far,
           sum(count) over (partition by kind) as total
    from (
      select kind, seconds, sum(count::int)::int as count from review_time
      where step = $1 and start >= $2::date
      group by kind, seconds
    ) as counted
  ) as ranked
  group by kind`

/** The percentiles of each step since a day, and of the whole period. */
export async function readReviewTimes(
  db: Queryable,
  step: AnalyticsStep,
  from: string,
): Promise<ReviewTime[]> {
  const values = [step, from]
  const [ofSteps, ofAll] = await Promise.all([
    db.query<ReviewTimeRow>({ name: 'review times of steps', text: OF_STEPS, values }),
    db.query<ReviewTimeRow>({ name: 'review times of all', text: OF_ALL, values }),
  ])
  return [...ofSteps.rows, ...ofAll.rows].map(({ kind, start, count, median, p95 }) => ({
    kind,
    start,
    count: Number(count),
    median: Number(median),
    p95: Number(p95),
  }))
}

interface ReviewTimeRow {
  readonly kind: string
  readonly start: string | null
  readonly count: string
  readonly median: string
  readonly p95: string
}
