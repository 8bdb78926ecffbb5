import { type InferResult, type RawBuilder, sql } from 'kysely'
import { countingFirstSql } from '#server/facts/counting-first.ts'
import { isLiveClaimSql, WAITING_SINCE } from '#server/facts/live-claim.ts'
import { nameSql } from '#server/facts/person-sql.ts'
import { type Listed, listed, type Queryable } from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'
import type { ReviewItem } from '#shared/contract/review-desk.ts'
import {
  composed,
  PERSON_NAMES,
  rowsOf,
  type StreamTable,
  selectStreams,
  type WaitingOnly,
} from './query-builder.ts'

/** Who is working on a case, since when, and until when unless they renew the claim. */
export interface HeldClaim {
  readonly userId: string
  /** Name or e-mail. */
  readonly name: string
  readonly since: Date
  readonly expiresAt: Date
}

/** A request of any kind, as the review desk shows it. */
export interface FoundReview extends Listed<unknown> {
  readonly stream: string
  readonly kind: string
  readonly owner: bigint | null
  readonly status: string
  readonly waiting: boolean
  /** The sort key of the list, as computed by the index. */
  readonly since: string
  /** The filter key of the list, as computed by the index. */
  readonly asset: string | null
  /** The member of staff who gave the first of two approvals, as long as it counts. */
  readonly firstApproverId: string | null
  readonly user: ReviewItem['user']
  readonly claim: HeldClaim | null
}

export interface ReviewsWanted {
  /** The kinds, each with an optional condition on its requests. */
  readonly asked: readonly { readonly kind: string; readonly only?: WaitingOnly | undefined }[]
  readonly asset?: string | undefined
  /** Only requests submitted up to this time. */
  readonly until?: Date | undefined
  readonly claim?: { readonly by: 'mine' | 'others' | 'nobody'; readonly me: string } | undefined
  readonly approvals?: 'none' | 'one' | undefined
  readonly search?: string | undefined
  readonly order: 'oldest' | 'newest'
  readonly limit: number
  /** Where the previous page ended. */
  readonly behind?: { readonly since: string; readonly stream: string } | undefined
  readonly now: Date
}

const SINCE = sql.raw<string>(WAITING_SINCE)
// Both must match the index listed_reviews.
const ASSET = sql<
  string | null
>`split_part(coalesce(d.data ->> 'symbol', d.data #>> '{principal,symbol}'), '/', 1)`
const firstApproverAt = (now: Date) => sql.raw<string | null>(countingFirstSql(momentSql(now)))
const momentSql = (moment: Date) => `'${moment.toISOString()}'::timestamptz`

function selectReviews(table: StreamTable, now: Date) {
  return selectStreams(table)
    .leftJoin('person as p', 'p.user_no', 'd.owner')
    .leftJoin('review_claim as c', (on) =>
      on
        .onRef('c.stream', '=', 'd.stream')
        .on(sql<boolean>`d.waiting`)
        .on(sql.raw<boolean>(isLiveClaimSql('c', momentSql(now)))),
    )
    .leftJoin('person as r', 'r.user_id', 'c.claimed_by')
    .select([
      'd.stream',
      'd.kind',
      'd.owner',
      'd.status',
      'd.waiting',
      'd.data',
      SINCE.as('since'),
      ASSET.as('asset'),
      firstApproverAt(now).as('firstApproverId'),
      'p.user_id',
      ...PERSON_NAMES,
      'c.claimed_by',
      'c.claimed_at',
      'c.expires_at',
      sql.raw<string>(nameSql('r')).as('claimer'),
    ])
}

type Reviews = ReturnType<typeof selectReviews>
type FoundRow = InferResult<Reviews>[number]

/** A page of waiting requests of some kinds. */
export async function listWaitingReviews(
  db: Queryable,
  wanted: ReviewsWanted,
): Promise<FoundReview[]> {
  const direction = wanted.order === 'oldest' ? 'asc' : 'desc'
  const page = filtered(selectReviews('listed', wanted.now), wanted)
    .orderBy(SINCE, direction)
    .orderBy('d.stream', direction)
    .limit(wanted.limit)
  return (await rowsOf(await levelled(db), page.compile())).map(foundReview)
}

function filtered(reviews: Reviews, wanted: ReviewsWanted): Reviews {
  const { asked, asset, until, claim, approvals, search, order, behind, now } = wanted
  const kinds = asked.map(({ kind }) => kind)
  const conditions = [sql<boolean>`d.waiting`, sql<boolean>`d.kind = any (${kinds})`]
  for (const { kind, only } of asked) {
    if (only) conditions.push(sql`(d.kind <> ${kind} or ${only})`)
  }
  if (asset !== undefined) conditions.push(sql`${ASSET} = ${asset}`)
  if (until) conditions.push(sql`${SINCE} <= ${until.toISOString()}`)
  if (claim) conditions.push(isClaimed(claim))
  if (approvals === 'none') conditions.push(sql`${firstApproverAt(now)} is null`)
  if (approvals === 'one') conditions.push(sql`${firstApproverAt(now)} is not null`)
  if (search) {
    const text = search.toLowerCase()
    conditions.push(sql`(strpos(lower(p.email), ${text}) > 0
      or strpos(lower(p.full_name), ${text}) > 0 or strpos(lower(p.display_id), ${text}) > 0)`)
  }
  if (behind) {
    const beyond = sql.raw(order === 'oldest' ? '>' : '<')
    conditions.push(sql`(${SINCE}, d.stream) ${beyond} (${behind.since}, ${behind.stream})`)
  }
  return conditions.reduce((query, condition) => query.where(condition), reviews)
}

function isClaimed({ by, me }: NonNullable<ReviewsWanted['claim']>): RawBuilder<boolean> {
  if (by === 'nobody') return sql`c.stream is null`
  return by === 'mine' ? sql`c.claimed_by = ${me}` : sql`c.claimed_by <> ${me}`
}

/** One request, waiting or decided. */
export async function readReviewed(
  db: Queryable,
  stream: string,
  now: Date,
): Promise<FoundReview | undefined> {
  const one = selectReviews('document', now).where('d.stream', '=', stream)
  return (await rowsOf(db, one.compile())).map(foundReview)[0]
}

/** The number of waiting requests by kind. */
export async function countWaitingReviews(
  db: Queryable,
  kinds: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const lists = await levelled(db)
  const { rows } = await lists.query<{ kind: string; count: number }>({
    name: 'count waiting reviews',
    text: `select kind, count(*)::int as count from listed
           where waiting and kind = any ($1) group by kind`,
    values: [kinds],
  })
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

export interface WaitingSummary {
  readonly kind: string
  readonly count: number
  /** The time since which the oldest one has been waiting. */
  readonly oldest: string | null
}

/**
 * The number of waiting requests by kind and the oldest one, from two indexes, without reading
 * states.
 */
export async function summariseWaitingReviews(
  db: Queryable,
  kinds: readonly string[],
): Promise<WaitingSummary[]> {
  const summary = sql<WaitingSummary>`
    select asked.kind,
           (select count(*)::int from listed w where w.waiting and w.kind = asked.kind) as count,
           (select ${SINCE} from listed d where d.waiting and d.kind = asked.kind
            order by ${SINCE}, d.stream limit 1) as oldest
    from unnest(${kinds}::text[]) as asked (kind)`
  return rowsOf(await levelled(db), summary.compile(composed))
}

function foundReview(row: FoundRow): FoundReview {
  const { stream, kind, owner, status, waiting, since, asset, firstApproverId } = row
  const { user_id: id, full_name, email, display_id } = row
  return {
    ...listed(kind, row),
    ...{ stream, kind, status, waiting, since, asset, firstApproverId },
    owner: owner === null ? null : BigInt(owner),
    user: { id, full_name, email, display_id },
    claim: heldClaim(row),
  }
}

function heldClaim(row: FoundRow): HeldClaim | null {
  const { claimed_by: userId, claimed_at: since, expires_at: expiresAt, claimer: name } = row
  return userId && since && expiresAt ? { userId, name, since, expiresAt } : null
}
