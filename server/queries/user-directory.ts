import { type RawBuilder, sql } from 'kysely'
import { hasSecondFactorSql } from '#server/facts/person-sql.ts'
import { JOIN_VERIFICATION, VERIFICATION_COLUMNS } from '#server/facts/verification-sql.ts'
import { sqlChart } from '#server/ledger/chart.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'
import type { UserNames } from '#shared/contract/fields.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import type { Instant } from '#shared/time.ts'
import { composed, rowsOf } from './query-builder.ts'
import { personPatternOf } from './text-search.ts'

/** A person with their data, as staff lists show it. */
export interface DirectoryRow extends Pick<AdminUser, Stored> {
  readonly created_at: Date
  readonly last_sign_in_at: Date | null
  readonly email_confirmed_at: Date | null
  readonly password_changed_at: Date | null
  readonly has_password: boolean
  readonly withdrawals_frozen_until: Date | null
  /** The user's state document; null if the sign-up is not in the log yet. */
  readonly data: unknown
  /** Account numbers and amounts in 1e-8 units, as text; only non-zero ones. */
  readonly balances: readonly (readonly [account: string, amount: string])[]
}

type Stored =
  | keyof UserNames
  | 'id'
  | 'phone'
  | 'profile_picture'
  | 'kyc_status'
  | 'must_verify_again'
  | 'second_factor'
  | 'trade_count'
  | 'active_loans_count'
  | 'active_staking_count'

export type DirectorySort = 'newest' | 'name' | 'last_sign_in'

export interface DirectoryPage {
  /** Matched in email, name or ids; all users if absent. */
  readonly search?: string | undefined
  readonly sort: DirectorySort
  readonly limit: number
  /** The id of the last item of the previous page. */
  readonly before?: string | undefined
}

// Only for the people of a page, each by index, so the total number of users does not matter.
const CARDS = sql`
  select p.user_id as id, p.email, p.full_name, p.phone, p.display_id,
         p.picture as profile_picture, p.created_at,
         p.last_sign_in_at, p.email_confirmed_at, p.password_changed_at,
         p.password_hash is not null as has_password, p.withdrawals_frozen_until,
         ${sql.raw(hasSecondFactorSql('p.user_id'))} as second_factor,
         d.data, ${sql.raw(VERIFICATION_COLUMNS)},
         coalesce((
           select json_agg(json_build_array(b.account::text, b.amount::text) order by b.account)
           from balance b
           where ${sql.raw(sqlChart.isOwnedBy('b.account', 'p.user_no'))} and b.amount > 0
         ), '[]') as balances,
         (select count(*)::int from document t
          where t.owner = p.user_no and t.kind in ('spot-order', 'futures')) as trade_count,
         open.loans as active_loans_count, open.stakes as active_staking_count
  from page p
  left join document d on d.stream = 'user-' || p.user_id::text
  ${sql.raw(JOIN_VERIFICATION)}
  cross join lateral (
    select count(*) filter (where kind = 'loan')::int as loans,
           count(*) filter (where kind = 'stake')::int as stakes
    from listed
    where owner = p.user_no and (waiting or status = 'active') and status = 'active'
  ) as open`

interface Order {
  /** The sort key; ties are broken by the user's number, which follows the order of sign-up. */
  readonly key: RawBuilder<string>
  readonly type: RawBuilder<unknown>
  readonly direction: 'asc' | 'desc'
}

const ORDERS: Readonly<Record<DirectorySort, Order>> = {
  newest: { key: sql`p.user_no`, type: sql`bigint`, direction: 'desc' },
  name: { key: sql`p.sort_name`, type: sql`text`, direction: 'asc' },
  last_sign_in: {
    key: sql`coalesce(p.last_sign_in_at, '-infinity')`,
    type: sql`timestamptz`,
    direction: 'desc',
  },
}

/** A page of all users; undefined if the last item of the previous page has been deleted. */
export async function listDirectory(
  db: Queryable,
  { search, sort, limit, before }: DirectoryPage,
): Promise<DirectoryRow[] | undefined> {
  const last = before === undefined ? undefined : await readKey(db, sort, before)
  if (before !== undefined && !last) return undefined
  const { key, type, direction } = ORDERS[sort]
  let page = composed
    .selectFrom('person as p')
    .selectAll('p')
    .orderBy(key, direction)
    .orderBy('p.user_no', direction)
    .limit(limit)
  if (search !== undefined) page = page.where('p.search_text', 'like', personPatternOf(search))
  if (last) {
    const beyond = sql.raw(direction === 'asc' ? '>' : '<')
    page = page.where(
      sql<boolean>`(${key}, p.user_no) ${beyond} (${last.key}::${type}, ${last.no}::bigint)`,
    )
  }
  const order = sql.raw(direction)
  const cards = sql<DirectoryRow>`
    with page as ${page} ${CARDS} order by ${key} ${order}, p.user_no ${order}`
  return rowsOf(await levelled(db), cards.compile(composed))
}

async function readKey(
  db: Queryable,
  sort: DirectorySort,
  userId: string,
): Promise<{ key: string; no: string } | undefined> {
  const { key } = ORDERS[sort]
  const query = sql<{ key: string; no: string }>`
    select (${key})::text as key, p.user_no::text as no from person p where user_id = ${userId}`
  return (await rowsOf(db, query.compile(composed)))[0]
}

/** One user; undefined for an unknown id. */
export async function readFromDirectory(
  db: Queryable,
  userId: string,
): Promise<DirectoryRow | undefined> {
  const card = sql<DirectoryRow>`
    with page as (select * from person where user_id = ${userId}) ${CARDS}`
  return (await rowsOf(await levelled(db), card.compile(composed)))[0]
}

/** The end of a freeze of withdrawals; null if it is over. */
export function freezeInForce(until: Date | null, now: number): Instant | null {
  return until && until.getTime() > now ? until.toISOString() : null
}

export async function countPeople(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*)::int as count from person')
  return rows[0]?.count ?? 0
}

/** How many users a search finds, up to a maximum. */
export async function countFound(db: Queryable, search: string, atMost: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count
     from (select from person p where p.search_text like $1 limit $2) as found`,
    [personPatternOf(search), atMost],
  )
  return rows[0]?.count ?? 0
}
