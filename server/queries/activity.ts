import type { PositionRange } from '#server/events/follower.ts'
import { balanceAt, OWN_LINES, ownerParameters } from '#server/facts/journal-lines.ts'
import { assetOfAccount, availableOf, sqlChart } from '#server/ledger/chart.ts'
import type { Queryable } from '#server/projections/documents.ts'
import type { Units } from '#shared/money.ts'

/** An amount after an event, and the change. */
export interface Moved {
  readonly change: Units
  readonly after: Units
}

/** The change of one asset of a user by one event. */
export interface MovedAsset {
  readonly position: bigint
  readonly symbol: string
  readonly available: Moved
  readonly frozen: Moved
  readonly stream: string
  readonly type: string
  readonly schema_version: number
  /** The data in the version in which it was written. */
  readonly data: unknown
  readonly recordedAt: Date
}

export interface ActivityFilter {
  readonly userNo: bigint
  readonly within: PositionRange
  /** Only events of these types. */
  readonly types?: readonly string[] | undefined
  readonly symbol?: string | undefined
}

export interface ActivityPageWanted extends ActivityFilter {
  readonly order: 'oldest first' | 'newest first'
  /** The maximum number of events; some of them moved two assets. */
  readonly limit: number
}

// Scalar look-ups of one row each, so that no plan reads more than a page: for a list with a limit
// PostgreSQL may first read the whole list, and for a join with events all of them.
const AVAILABLE = sqlChart.availableBeside('l.account')
const IS_FROZEN = sqlChart.isFrozen('l.account')
const MATCHES = `
  l.position > $4 and l.position <= $5
  and ($6::text[] is null
       or (select type from event where event.position = l.position) = any ($6))
  and ($7::bigint is null or ${AVAILABLE} = $7)`

const one = (source: string, order: string, condition: string) =>
  `(select l.position from ${source} as l where ${condition} and ${MATCHES} ${order} limit 1)`

function nextPosition(direction: 'asc' | 'desc', condition: string): string {
  const order = `order by l.position ${direction}`
  const folded = one('journal', order, `${sqlChart.ownerOf('l.account')} = $1 and ${condition}`)
  const tail = one('tail', order, condition)
  // The whole tail comes after the folded part.
  return direction === 'asc' ? `coalesce(${folded}, ${tail})` : `coalesce(${tail}, ${folded})`
}

const page = (direction: 'asc' | 'desc') => `
  with recursive ${OWN_LINES}, step (position) as (
    select ${nextPosition(direction, 'true')}
    union all
    select ${nextPosition(direction, `l.position ${direction === 'asc' ? '>' : '<'} step.position`)}
    from step where step.position is not null
  ), page as materialized (
    select position from step where position is not null limit $8
  ), touched as materialized (
    select l.position, ${AVAILABLE} as available,
           coalesce(sum(l.amount) filter (where not ${IS_FROZEN}), 0) as available_change,
           coalesce(sum(l.amount) filter (where ${IS_FROZEN}), 0) as frozen_change
    from page cross join lateral (
      select position, account, amount from journal
      where ${sqlChart.ownerOf('account')} = $1 and journal.position = page.position
      union all
      select position, account, amount from tail where tail.position = page.position
    ) as l
    where $7::bigint is null or ${AVAILABLE} = $7
    group by 1, 2
  )
  select t.position, t.available as account, t.available_change, t.frozen_change,
         coalesce(${balanceAt('t.available', 't.position')}, 0) as available_after,
         coalesce(${balanceAt(sqlChart.frozenBeside('t.available'), 't.position')}, 0) as frozen_after,
         e.stream, e.type, e.schema_version, e.data, e.recorded_at
  from touched as t cross join lateral (
    select * from event where event.position = t.position offset 0
  ) as e
  order by t.position ${direction}, t.available`

const PAGES = { 'oldest first': page('asc'), 'newest first': page('desc') }

interface MovedRow {
  readonly position: string
  readonly account: string
  readonly available_change: string
  readonly frozen_change: string
  readonly available_after: string
  readonly frozen_after: string
  readonly stream: string
  readonly type: string
  readonly schema_version: number
  readonly data: unknown
  readonly recorded_at: Date
}

/**
 * A page of everything that moved a balance of a user, as of the last commit. Reads only the user's
 * own lines, regardless of other users' activity.
 */
export async function readActivity(
  db: Queryable,
  { order, limit, ...filter }: ActivityPageWanted,
): Promise<MovedAsset[]> {
  const { rows } = await db.query<MovedRow>({
    name: `activity, ${order}`,
    text: PAGES[order],
    values: [...filterParameters(filter), limit],
  })
  return rows.map((row) => ({
    position: BigInt(row.position),
    symbol: assetOfAccount(BigInt(row.account)),
    available: { change: BigInt(row.available_change), after: BigInt(row.available_after) },
    frozen: { change: BigInt(row.frozen_change), after: BigInt(row.frozen_after) },
    stream: row.stream,
    type: row.type,
    schema_version: row.schema_version,
    data: row.data,
    recordedAt: row.recorded_at,
  }))
}

/** How many lines there are, counting events of two accounts twice: the size of a statement. */
export async function countActivity(
  db: Queryable,
  { userNo, within }: Pick<ActivityFilter, 'userNo' | 'within'>,
): Promise<number> {
  const { rows } = await db.query<{ lines: number }>({
    name: 'count activity',
    text: `with ${OWN_LINES}
           select count(*)::int as lines from line where position > $4 and position <= $5`,
    values: [...ownerParameters(userNo), within.after, within.upTo],
  })
  return rows[0]?.lines ?? 0
}

function filterParameters({ userNo, within, types, symbol }: ActivityFilter): unknown[] {
  return [
    ...ownerParameters(userNo),
    within.after,
    within.upTo,
    types ?? null,
    symbol === undefined ? null : availableOf(userNo, symbol),
  ]
}
