import type { PositionRange } from '#server/events/subscription.ts'
import { assetOfAccount, availableOf } from '#server/ledger/chart.ts'
import type { Units } from '#shared/money.ts'
import type { Queryable } from './documents.ts'
import { balanceAt, OWN_LINES, ownerParameters } from './journal-lines.ts'

/** An amount after an event, and what the event changed it by. */
export interface Moved {
  readonly change: Units
  readonly after: Units
}

/** What one event did to one asset of a user. */
export interface MovedAsset {
  readonly position: bigint
  readonly symbol: string
  readonly available: Moved
  readonly frozen: Moved
  readonly stream: string
  readonly type: string
  readonly schemaVersion: number
  /** As it was written, in the shape of its version. */
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
  /** Events, of which some moved two assets. */
  readonly limit: number
}

const MATCHES = `
  l.position > $4 and l.position <= $5
  and ($6::text[] is null or e.type = any ($6))
  and ($7::bigint is null or l.account - l.account % 2 = $7)`

const page = (direction: 'asc' | 'desc') => `
  with ${OWN_LINES}, page as materialized (
    select distinct l.position
    from line as l join event as e on e.position = l.position
    where ${MATCHES}
    order by l.position ${direction} limit $8
  ), touched as materialized (
    select l.position, l.account - l.account % 2 as available,
           coalesce(sum(l.amount) filter (where l.account % 2 = 0), 0) as available_change,
           coalesce(sum(l.amount) filter (where l.account % 2 = 1), 0) as frozen_change
    from page join line as l on l.position = page.position
    where $7::bigint is null or l.account - l.account % 2 = $7
    group by 1, 2
  )
  select t.position, t.available as account, t.available_change, t.frozen_change,
         coalesce(${balanceAt('t.available', 't.position')}, 0) as available_after,
         coalesce(${balanceAt('t.available + 1', 't.position')}, 0) as frozen_after,
         e.stream, e.type, e.schema_version, e.data, e.recorded_at
  from touched as t join event as e on e.position = t.position
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
 * A page of everything that moved a balance of a user, as of the last commit. Reads the user's own
 * lines alone, however much others have done.
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
    schemaVersion: row.schema_version,
    data: row.data,
    recordedAt: row.recorded_at,
  }))
}

/** How many lines there are, events of two accounts counted twice: what a statement would cost. */
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
