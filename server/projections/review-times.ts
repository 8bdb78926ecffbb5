import type { AnalyticsStep, ReviewKind } from '#shared/rules/analytics.ts'
import type { Queryable } from './documents.ts'
import type { Projection } from './projection.ts'

/** Each decision, what it decides on, and with which event the user had asked for it. */
const DECISIONS: readonly (readonly [decision: string, kind: ReviewKind, submission: string])[] = [
  ['SpotOrderExecuted', 'order', 'SpotOrderPlaced'],
  ['SpotOrderRejected', 'order', 'SpotOrderPlaced'],
  ['DepositApproved', 'deposit', 'DepositRequested'],
  ['DepositRejected', 'deposit', 'DepositRequested'],
  ['WithdrawalApproved', 'withdrawal', 'WithdrawalRequested'],
  ['WithdrawalRejected', 'withdrawal', 'WithdrawalRequested'],
  ['KycApproved', 'kyc', 'KycSubmitted'],
  ['KycRejected', 'kyc', 'KycSubmitted'],
  ['LoanApproved', 'loan', 'LoanRequested'],
  ['LoanRejected', 'loan', 'LoanRequested'],
]

const WAITED = `
  select review.kind, decided.at at time zone 'UTC' as decided_at,
         greatest(0, floor(extract(epoch from decided.at - asked.at))::bigint) as seconds
  from event as decision
  join unnest($3::text[], $4::text[], $5::text[]) as review (decision, kind, submission)
    on review.decision = decision.type
  cross join lateral (select (decision.metadata ->> 'at')::timestamptz as at) as decided
  cross join lateral (
    select (metadata ->> 'at')::timestamptz as at from event
    where stream = decision.stream and version < decision.version and type = review.submission
    order by version desc limit 1
  ) as asked
  where decision.position > $1 and decision.position <= $2`

/**
 * How long people waited for each decision: a histogram for each day and each week, from which any
 * percentile is read without the decisions themselves.
 *
 * Shape   (step, its first day in UTC, kind, seconds) → count
 * Units   seconds from the last submission to the decision, to two significant figures
 */
export const reviewTimes: Projection = {
  name: 'review-times',
  table: 'review_time',
  async advance(transaction, table, { after, upTo }) {
    await transaction.query(
      `insert into ${table} as known (step, start, kind, seconds, count)
       select step, date_trunc(step, decided_at)::date, kind,
              round(seconds, 2 - length(seconds::text)), count(*)
       from (select kind, decided_at, seconds::numeric from (${WAITED}) as counted) as waited
       cross join (values ('day'), ('week')) as steps (step)
       group by 1, 2, 3, 4
       on conflict (step, start, kind, seconds) do update
       set count = known.count + excluded.count`,
      [
        after,
        upTo,
        DECISIONS.map(([decision]) => decision),
        DECISIONS.map(([, kind]) => kind),
        DECISIONS.map(([, , submission]) => submission),
      ],
    )
  },
}

export interface ReviewTime {
  readonly kind: ReviewKind
  /** The first day of the step; null for all of them together. */
  readonly start: string | null
  readonly count: number
  /** Seconds that half of the decisions, and nineteen of twenty, took at most. */
  readonly median: number
  readonly p95: number
}

// The smallest time that so many of the decisions had, or less: it is one that somebody waited.
const PERCENTILES = `
  with counted as (
    select kind, start, seconds, sum(count) as count
    from (
      select kind, start::text, seconds, count from review_time
      where step = $1 and start >= $2::date
      union all
      select kind, null, seconds, count from review_time
      where step = $1 and start >= $2::date
    ) as each
    group by kind, start, seconds
  ), ranked as (
    select kind, start, seconds,
           sum(count) over (partition by kind, start order by seconds) as so_far,
           sum(count) over (partition by kind, start) as total
    from counted
  )
  select kind, start, max(total) as count,
         min(seconds) filter (where so_far * 100 >= total * 50) as median,
         min(seconds) filter (where so_far * 100 >= total * 95) as p95
  from ranked group by kind, start`

/** The percentiles of each step from a day on, and of all of them together. */
export async function readReviewTimes(
  db: Queryable,
  step: AnalyticsStep,
  from: string,
): Promise<ReviewTime[]> {
  const { rows } = await db.query<{
    kind: ReviewKind
    start: string | null
    count: string
    median: string
    p95: string
  }>({ name: 'review times', text: PERCENTILES, values: [step, from] })
  return rows.map(({ kind, start, count, median, p95 }) => ({
    kind,
    start,
    count: Number(count),
    median: Number(median),
    p95: Number(p95),
  }))
}
