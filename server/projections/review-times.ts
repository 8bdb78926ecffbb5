import type { Projection } from './projection.ts'

/** A kind of request, and the events that decide on it. */
export interface DecidedKind {
  /** The kind of its streams. */
  readonly kind: string
  /** The events that decide on a request, each mapped to the event of the user's submission. */
  readonly decides: Readonly<Record<string, string>>
}

export const REVIEW_TIMES = 'review-times'

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

// 35 values in each power of ten: few enough to be added up for a year, and accurate to 5 %.
const ROUNDED = `
  select kind, decided_at, round(seconds / size) * size as seconds
  from (${WAITED}) as waited
  cross join lateral (select power(10, length(seconds::text) - 1)::numeric as magnitude) as m
  cross join lateral (
    select greatest(1, magnitude * case when seconds < 2 * magnitude then 0.1
                                        when seconds < 5 * magnitude then 0.2
                                        else 0.5 end) as size
  ) as s`

/**
 * How long users waited for each decision: a histogram per day and per week, from which any
 * percentile can be read without reading the decisions.
 *
 * Shape   (step, its first day in UTC, kind, seconds) → count
 * Units   seconds from the last submission to the decision, rounded to within 5 %
 */
export function reviewTimes(kinds: readonly DecidedKind[]): Projection {
  const decisions = kinds.flatMap(({ kind, decides }) =>
    Object.entries(decides).map(([decision, submission]) => ({ decision, kind, submission })),
  )
  return {
    name: REVIEW_TIMES,
    table: 'review_time',
    async advance(transaction, table, { after, upTo }) {
      await transaction.query(
        `insert into ${table} as known (step, start, kind, seconds, count)
         select step, date_trunc(step, decided_at)::date, kind, seconds, count(*)
         from (${ROUNDED}) as rounded
         cross join (values ('day'), ('week')) as steps (step)
         group by 1, 2, 3, 4
         on conflict (step, start, kind, seconds) do update
         set count = known.count + excluded.count`,
        [
          after,
          upTo,
          decisions.map(({ decision }) => decision),
          decisions.map(({ kind }) => kind),
          decisions.map(({ submission }) => submission),
        ],
      )
    },
  }
}
