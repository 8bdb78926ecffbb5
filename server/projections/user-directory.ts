import type { Queryable } from './documents.ts'
import { personPatternOf } from './text-search.ts'

/** A person with what the platform knows of them, as lists of staff show it. */
export interface DirectoryRow {
  readonly user_id: string
  readonly email: string
  readonly full_name: string
  readonly phone: string
  readonly display_id: string
  readonly picture: string | null
  readonly created_at: Date
  readonly last_sign_in_at: Date | null
  readonly email_confirmed_at: Date | null
  readonly password_changed_at: Date | null
  readonly has_password: boolean
  /** The user's state document; null where the sign-up is not in the log yet. */
  readonly data: unknown
  readonly kyc_status: string
  /** Account numbers and amounts in 1e-8 units, as texts; only what is not zero. */
  readonly balances: readonly (readonly [account: string, amount: string])[]
  readonly trade_count: number
  readonly active_loans_count: number
  readonly active_staking_count: number
}

export type DirectorySort = 'newest' | 'name' | 'last_sign_in'

export interface DirectoryPage {
  /** Found in email, name or ids; everybody where absent. */
  readonly search?: string | undefined
  readonly sort: DirectorySort
  readonly limit: number
  /** The id of the last one of the page before. */
  readonly before?: string | undefined
}

// Of the people of a page and nobody else, each by an index: no matter how many there are.
const CARDS = `
  select p.user_id, p.email, p.full_name, p.phone, p.display_id, p.picture, p.created_at,
         p.last_sign_in_at, p.email_confirmed_at, p.password_changed_at,
         p.password_hash is not null as has_password,
         d.data, coalesce(k.status, 'not_submitted') as kyc_status,
         coalesce((
           select json_agg(json_build_array(b.account::text, b.amount::text) order by b.account)
           from balance b
           where b.account >= p.user_no * 1024 and b.account < (p.user_no + 1) * 1024
             and b.amount > 0
         ), '[]') as balances,
         (select count(*)::int from document t
          where t.owner = p.user_no and t.kind in ('spot-order', 'futures')) as trade_count,
         open.loans as active_loans_count, open.stakes as active_staking_count
  from page p
  left join document d on d.stream = 'user-' || p.user_id::text
  left join document k on k.stream = 'kyc-' || p.user_id::text
  cross join lateral (
    select count(*) filter (where kind = 'loan')::int as loans,
           count(*) filter (where kind = 'stake')::int as stakes
    from document
    where owner = p.user_no and (waiting or status = 'active') and status = 'active'
  ) as open`

interface Order {
  /** What is sorted by. The user's number breaks ties; by itself it is the order of signing up. */
  readonly key: string
  readonly type: string
  readonly direction: 'asc' | 'desc'
}

const ORDERS: Readonly<Record<DirectorySort, Order>> = {
  newest: { key: 'p.user_no', type: 'bigint', direction: 'desc' },
  name: { key: 'p.sort_name', type: 'text', direction: 'asc' },
  last_sign_in: {
    key: `coalesce(p.last_sign_in_at, '-infinity')`,
    type: 'timestamptz',
    direction: 'desc',
  },
}

function pageQuery(sort: DirectorySort, isSearch: boolean, isFirst: boolean): string {
  const { key, type, direction } = ORDERS[sort]
  const order = `${key} ${direction}, p.user_no ${direction}`
  const beyond = direction === 'asc' ? '>' : '<'
  const conditions = [
    isSearch ? 'p.search_text like $2' : '$2::text is null',
    isFirst
      ? '$3::text is null and $4::bigint is null'
      : `(${key}, p.user_no) ${beyond} ($3::${type}, $4::bigint)`,
  ]
  return `
    with page as (
      select p.* from person p where ${conditions.join(' and ')} order by ${order} limit $1
    )
    ${CARDS}
    order by ${order}`
}

/** A page of everybody; undefined where the last one of the page before is gone meanwhile. */
export async function listDirectory(
  db: Queryable,
  { search, sort, limit, before }: DirectoryPage,
): Promise<DirectoryRow[] | undefined> {
  const last = before === undefined ? undefined : await readKey(db, sort, before)
  if (before !== undefined && !last) return undefined
  // Without a name: a plan is made for what is searched, which may be rare or common.
  const { rows } = await db.query<DirectoryRow>(
    pageQuery(sort, search !== undefined, last === undefined),
    [
      limit,
      search === undefined ? null : personPatternOf(search),
      last?.key ?? null,
      last?.no ?? null,
    ],
  )
  return rows
}

async function readKey(
  db: Queryable,
  sort: DirectorySort,
  userId: string,
): Promise<{ key: string; no: string } | undefined> {
  const { rows } = await db.query<{ key: string; no: string }>(
    `select (${ORDERS[sort].key})::text as key, p.user_no::text as no from person p where user_id = $1`,
    [userId],
  )
  return rows[0]
}

/** One user; undefined for an id that nobody has. */
export async function readFromDirectory(
  db: Queryable,
  userId: string,
): Promise<DirectoryRow | undefined> {
  const { rows } = await db.query<DirectoryRow>({
    name: 'one of the user directory',
    text: `with page as (select * from person where user_id = $1) ${CARDS}`,
    values: [userId],
  })
  return rows[0]
}

export async function countPeople(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*)::int as count from person')
  return rows[0]?.count ?? 0
}

/** How many a search finds, up to a number beyond which nobody reads on. */
export async function countFound(db: Queryable, search: string, atMost: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count
     from (select from person p where p.search_text like $1 limit $2) as found`,
    [personPatternOf(search), atMost],
  )
  return rows[0]?.count ?? 0
}
