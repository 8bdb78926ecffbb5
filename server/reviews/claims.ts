import type { Pool } from 'pg'
import { raiseGuard } from '#server/events/raise-guard.ts'
import { countingFirstSql } from '#server/facts/counting-first.ts'
import { isLiveClaimSql, WAITING_SINCE } from '#server/facts/live-claim.ts'
import { nameSql } from '#server/facts/person-sql.ts'
import type { Clock } from '#server/platform/clock.ts'
import { REVIEW_CLAIM_CHANNEL } from '#server/platform/live/change-feed.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { HeldClaim } from '#server/queries/waiting-reviews.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { CLAIM_MINUTES } from '#shared/rules/review-desk.ts'
import { MINUTE_MS } from '#shared/time.ts'

interface Needs {
  readonly pool: Pick<Pool, 'query' | 'connect'>
  readonly clock: Clock
}

type Look = { readonly pool: Pick<Pool, 'query'>; readonly clock: Clock }

const HELD = `
  select c.claimed_by as "userId", ${nameSql('p')} as name,
         c.claimed_at as since, c.expires_at as "expiresAt"
  from review_claim c
  join document d on d.stream = c.stream and d.waiting
  join person p on p.user_id = c.claimed_by
  where c.stream = $1 and ${isLiveClaimSql('c', '$2::timestamptz')}`

// One statement decides between concurrent reviewers: if another's claim is live, it changes
// nothing. Also deletes claims that ended over a day ago.
const TAKE = `
  with stale as (
    delete from review_claim where stream <> $1 and expires_at < $3::timestamptz - interval '1 day'
  )
  insert into review_claim as known (stream, claimed_by, claimed_at, expires_at)
  select d.stream, $2, $3, $4 from document d where d.stream = $1 and d.waiting
  on conflict (stream) do update
  set claimed_by = excluded.claimed_by, expires_at = excluded.expires_at,
      claimed_at = case
        when known.claimed_by = excluded.claimed_by and known.expires_at > $3
             and known.claimed_at >= $6::timestamptz
        then known.claimed_at else excluded.claimed_at end
  where known.claimed_by = excluded.claimed_by or known.claimed_by in ($5, $7)
     or known.expires_at <= $3 or known.claimed_at < $6::timestamptz
  returning claimed_at = $3 as is_new`

/** The guard of commands that are allowed only while no reviewer is working on a request. */
export function claimGuard(stream: string): string {
  return `claim ${stream}`
}

interface TakeClaim {
  readonly stream: string
  readonly by: string
  /** The reviewer whose live claim may be taken over. */
  readonly from: string | undefined
  /** The owner of the request is also notified. */
  readonly notifiesOwner: boolean
}

/**
 * Claims a case for some minutes, renews the claim, or takes it over from a named reviewer.
 *
 * A claim moves no money and decides nothing, so it is a row rather than an event; only decisions
 * are events. It excludes commands guarded by `claimGuard`: if a claim and such a command run
 * concurrently, one of them fails.
 * Refuses  item.unknown, access.own_request, approval.second_person, review.already_decided,
 *          review.claimed, command.contended: first match wins
 */
export async function takeClaim(
  { pool, clock }: Needs,
  { stream, by, from, notifiesOwner }: TakeClaim,
): Promise<HeldClaim | Refusal> {
  const request = await findRequest({ pool, clock }, stream)
  if (!request) return refuse('item.unknown')
  if (request.ownerId === by) return refuse('access.own_request')
  if (request.firstApprover === by) return refuse('approval.second_person')
  const { status } = request
  if (!request.waiting) return refuse('review.already_decided', { status })
  const now = new Date(clock.now())
  const until = new Date(clock.now() + CLAIM_MINUTES * MINUTE_MS)
  const { since, firstApprover } = request
  const { rows } = await inTransaction(pool, async (transaction) => {
    await raiseGuard(transaction, claimGuard(stream))
    const claim = [stream, by, now, until, from ?? null, since, firstApprover]
    return transaction.query<{ is_new: boolean }>(TAKE, claim)
  })
  const held = await findClaim({ pool, clock }, stream)
  if (rows[0]?.is_new) await notify(pool, stream, notifiesOwner)
  if (held && held.userId !== by) return claimedBy(held)
  // Decided or released between the two reads.
  return held ?? refuse('command.contended')
}

/** Releases a case; does nothing if the claim is another reviewer's. */
export async function releaseClaim(
  { pool }: Pick<Look, 'pool'>,
  { stream, by, notifiesOwner }: Omit<TakeClaim, 'from'>,
): Promise<void> {
  const { rowCount } = await pool.query(
    'delete from review_claim where stream = $1 and claimed_by = $2',
    [stream, by],
  )
  if (rowCount) await notify(pool, stream, notifiesOwner)
}

/** Who is working on a waiting case; undefined if it is not claimed. */
export async function findClaim(
  { pool, clock }: Look,
  stream: string,
): Promise<HeldClaim | undefined> {
  const { rows } = await pool.query<HeldClaim>({
    name: 'review claim',
    text: HELD,
    values: [stream, new Date(clock.now())],
  })
  return rows[0]
}

/** The ids of the requests of one kind that are claimed by a reviewer. */
export async function claimedOf(
  { pool, clock }: Look,
  kind: string,
  requests: readonly Pick<Listed<unknown>, 'id'>[],
): Promise<ReadonlySet<string>> {
  if (requests.length === 0) return new Set()
  const { rows } = await pool.query<{ stream: string }>({
    name: 'claimed of',
    text: `select c.stream from review_claim c join document d on d.stream = c.stream and d.waiting
           where c.stream = any ($1) and ${isLiveClaimSql('c', '$2::timestamptz')}`,
    values: [requests.map(({ id }) => `${kind}-${id}`), new Date(clock.now())],
  })
  return new Set(rows.map(({ stream }) => stream.slice(kind.length + 1)))
}

/**
 * Refuses a decision on a request that a colleague is working on. Claims on decided requests are
 * ignored, so that a repeated command still gets its first response.
 *
 * Refuses  review.claimed
 */
export async function claimRefusal(
  needs: Look,
  stream: string,
  reviewerId: string,
): Promise<Refusal | undefined> {
  const held = await findClaim(needs, stream)
  return held && held.userId !== reviewerId ? claimedBy(held) : undefined
}

function claimedBy({ userId, name, since }: HeldClaim): Refusal {
  return refuse('review.claimed', {
    reviewer: name,
    reviewerId: userId,
    since: since.toISOString(),
  })
}

async function findRequest({ pool, clock }: Look, stream: string) {
  const { rows } = await pool.query<{
    ownerId: string | null
    waiting: boolean
    status: string
    since: string | null
    firstApprover: string | null
  }>({
    name: 'claimed request',
    text: `select p.user_id as "ownerId", d.waiting, d.status, ${WAITING_SINCE} as since,
                  ${countingFirstSql('$2::timestamptz')} as "firstApprover"
           from document d left join person p on p.user_no = d.owner where d.stream = $1`,
    values: [stream, new Date(clock.now())],
  })
  return rows[0]
}

async function notify(pool: Look['pool'], stream: string, notifiesOwner: boolean): Promise<void> {
  await pool.query(
    `select pg_notify($1, d.stream || coalesce(' ' || p.user_id, ''))
     from document d left join person p on $3 and p.user_no = d.owner where d.stream = $2`,
    [REVIEW_CLAIM_CHANNEL, stream, notifiesOwner],
  )
}
