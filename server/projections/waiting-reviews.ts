import { type Listed, listed, type Queryable } from './documents.ts'

/** Whoever made a request; empty texts once the account is deleted. */
interface Person {
  readonly userId: string | null
  readonly fullName: string
  readonly email: string
  readonly displayId: string
}

interface HeldClaim {
  readonly userId: string
  /** Name or e-mail. */
  readonly name: string
  readonly since: Date
  readonly expiresAt: Date
}

/** A request of whatever kind, as the review desk finds it. */
export interface FoundReview extends Listed<unknown> {
  readonly stream: string
  readonly kind: string
  readonly owner: bigint | null
  readonly status: string
  readonly waiting: boolean
  /** As the index has it: what the list is ordered by. */
  readonly since: string
  /** As the index has it: what the list is filtered by. */
  readonly asset: string | null
  /** The member of staff who gave the first of two approvals. */
  readonly firstApproverId: string | null
  readonly person: Person
  readonly claim: HeldClaim | null
}

export interface ReviewsWanted {
  readonly kinds: readonly string[]
  readonly asset?: string | undefined
  /** Only what was submitted until then. */
  readonly until?: Date | undefined
  readonly claim?: { readonly by: 'mine' | 'others' | 'nobody'; readonly me: string } | undefined
  readonly approvals?: 'none' | 'one' | undefined
  readonly search?: string | undefined
  readonly order: 'oldest' | 'newest'
  readonly limit: number
  /** Where the page before ended. */
  readonly behind?: { readonly since: string; readonly stream: string } | undefined
  readonly now: Date
}

// Both as in the index document_reviews.
const SINCE = `coalesce(d.data ->> 'submittedAt', d.data ->> 'placedAt', d.data ->> 'createdAt',
  d.data #>> '{firstApproval,approvedAt}')`
const ASSET = `split_part(coalesce(d.data ->> 'symbol', d.data #>> '{principal,symbol}'), '/', 1)`

const found = (now: string) => `
  select d.stream, d.kind, d.owner, d.status, d.waiting, d.data, ${SINCE} as since,
         ${ASSET} as asset, d.data #>> '{firstApproval,approvedBy}' as first_approver,
         p.user_id, coalesce(p.full_name, '') as full_name, coalesce(p.email, '') as email,
         coalesce(p.display_id, '') as display_id,
         c.claimed_by, c.claimed_at, c.expires_at,
         coalesce(nullif(r.full_name, ''), r.email) as claimer
  from document d
  left join person p on p.user_no = d.owner
  left join review_claim c on c.stream = d.stream and d.waiting
    and c.expires_at > ${now} and c.claimed_at >= (${SINCE})::timestamptz
    and c.claimed_by is distinct from (d.data #>> '{firstApproval,approvedBy}')::uuid
  left join person r on r.user_id = c.claimed_by`

const CLAIMS = {
  mine: (me: () => string) => `c.claimed_by = ${me()}`,
  others: (me: () => string) => `c.claimed_by <> ${me()}`,
  nobody: () => 'c.stream is null',
}

const APPROVALS = {
  none: `d.data -> 'firstApproval' is null`,
  one: `d.data -> 'firstApproval' is not null`,
}

interface FoundRow {
  readonly stream: string
  readonly kind: string
  readonly owner: string | null
  readonly status: string
  readonly waiting: boolean
  readonly data: unknown
  readonly since: string
  readonly asset: string | null
  readonly first_approver: string | null
  readonly user_id: string | null
  readonly full_name: string
  readonly email: string
  readonly display_id: string
  readonly claimed_by: string | null
  readonly claimed_at: Date
  readonly expires_at: Date
  readonly claimer: string
}

/** A page of what waits, of some kinds. Only the filters that are asked for are in the query. */
export async function listWaitingReviews(
  db: Queryable,
  wanted: ReviewsWanted,
): Promise<FoundReview[]> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const select = found(bind(wanted.now))
  const where = conditionsOf(wanted, bind)
  const direction = wanted.order === 'oldest' ? 'asc' : 'desc'
  const { rows } = await db.query<FoundRow>(
    `${select} where ${where.join(' and ')}
     order by ${SINCE} ${direction}, d.stream ${direction} limit ${bind(wanted.limit)}`,
    values,
  )
  return rows.map(foundReview)
}

function conditionsOf(wanted: ReviewsWanted, bind: (value: unknown) => string): string[] {
  const { kinds, asset, until, claim, approvals, search, order, behind } = wanted
  const where = ['d.waiting', `d.kind = any (${bind(kinds)})`]
  if (asset !== undefined) where.push(`${ASSET} = ${bind(asset)}`)
  if (until) where.push(`${SINCE} <= ${bind(until.toISOString())}`)
  if (claim) where.push(CLAIMS[claim.by](() => bind(claim.me)))
  if (approvals) where.push(APPROVALS[approvals])
  if (search) {
    const text = bind(search.toLowerCase())
    const columns = ['p.email', 'p.full_name', 'p.display_id']
    where.push(`(${columns.map((each) => `strpos(lower(${each}), ${text}) > 0`).join(' or ')})`)
  }
  if (behind) {
    const place = `(${bind(behind.since)}, ${bind(behind.stream)})`
    where.push(`(${SINCE}, d.stream) ${order === 'oldest' ? '>' : '<'} ${place}`)
  }
  return where
}

/** One request, whether it waits or not. */
export async function readReviewed(
  db: Queryable,
  stream: string,
  now: Date,
): Promise<FoundReview | undefined> {
  const { rows } = await db.query<FoundRow>({
    name: 'one review',
    text: `${found('$2')} where d.stream = $1`,
    values: [stream, now],
  })
  return rows[0] && foundReview(rows[0])
}

/** How many of each kind wait. */
export async function countWaitingReviews(
  db: Queryable,
  kinds: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const { rows } = await db.query<{ kind: string; count: number }>({
    name: 'count waiting reviews',
    text: `select kind, count(*)::int as count from document
           where waiting and kind = any ($1) group by kind`,
    values: [kinds],
  })
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

function foundReview(row: FoundRow): FoundReview {
  return {
    ...listed(row.kind, row),
    stream: row.stream,
    kind: row.kind,
    owner: row.owner === null ? null : BigInt(row.owner),
    status: row.status,
    waiting: row.waiting,
    since: row.since,
    asset: row.asset,
    firstApproverId: row.first_approver,
    person: {
      userId: row.user_id,
      fullName: row.full_name,
      email: row.email,
      displayId: row.display_id,
    },
    claim:
      row.claimed_by === null
        ? null
        : {
            userId: row.claimed_by,
            name: row.claimer,
            since: row.claimed_at,
            expiresAt: row.expires_at,
          },
  }
}
