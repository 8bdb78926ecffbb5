import {
  type DocumentRow,
  type Listed,
  listed,
  type Queryable,
} from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'
import type { UserNames } from '#shared/contract/fields.ts'
import type { LookAlike } from '#shared/contract/review-desk.ts'
import { LAYOUT_USERS_MAX, LOOK_ALIKE_BITS_MAX } from '#shared/rules/review-desk.ts'

const KIND = 'deposit'
const SHOWN_MAX = 12

/** Another deposit request whose screenshot looks like the given one. */
export type LookAlikeDeposit<S> = Listed<S> & Likeness & { readonly user: UserNames }

export interface LookAlikeDeposits<S> {
  /** How many there are; the most relevant ones are shown. */
  readonly total: number
  readonly shown: readonly LookAlikeDeposit<S>[]
}

type Likeness = Pick<LookAlike, 'status' | 'is_same_user' | 'is_identical' | 'distance'>

const DISTANCE = 'bit_count((u.perceptual_hash # $1)::bit(64))'

const MOST_ALIKE_FIRST = 'is_identical desc, is_near_amount desc, distance, created_at desc'

// Requests are read from an index that contains everything that is compared. Thousands may share a
// layout, so all are considered, and none is dropped before its owner is known: images without a
// request, or many of one user, must not displace a proof that was used before. Within a layout,
// the amount identifies a reused proof; if many users share the layout, other similarity means
// nothing. Users are counted, so that one user cannot make a layout common.
const ALIKE = `
  with alike as materialized (
    select u.id, u.sha256 = $2 as is_identical, ${DISTANCE}::int as distance
    from upload u
    where u.kind = 'screenshot' and ${DISTANCE} <= ${LOOK_ALIKE_BITS_MAX}
  ), found as (
    select d.stream, d.owner, d.created_at, alike.is_identical, alike.distance,
           d.symbol = $5 and abs(d.amount - $6::numeric) * 100 <= $6::numeric as is_near_amount
    from alike join listed d on d.screenshot = alike.id::text
    where d.screenshot is not null and d.stream <> $4
  ), layout as (
    select count(distinct owner) > ${LAYOUT_USERS_MAX} as is_common from found
  ), ranked as (
    select *, count(*) over () as total,
           row_number() over (partition by owner order by ${MOST_ALIKE_FIRST}) as nth_of_owner
    from found cross join layout
    where not is_common or is_identical or is_near_amount
    order by nth_of_owner, ${MOST_ALIKE_FIRST} limit ${SHOWN_MAX}
  )
  select d.stream, d.data, d.status, d.owner = $3 as is_same_user,
         coalesce(p.full_name, '') as full_name, coalesce(p.email, '') as email,
         coalesce(p.display_id, '') as display_id,
         ranked.is_identical, ranked.distance, ranked.total::int as total
  from ranked join listed d on d.stream = ranked.stream
  left join person p on p.user_no = d.owner
  order by ranked.nth_of_owner, ranked.is_identical desc, ranked.is_near_amount desc,
           ranked.distance, ranked.created_at desc`

interface Proof {
  readonly id: string
  readonly screenshot: string
  readonly symbol: string
  readonly amount: string
}

/**
 * Deposit requests of all users whose screenshot looks like that of one request: the closest match
 * of each user first. Every hash is compared, from an index that contains nothing else.
 */
export async function findLookAlikes<S>(
  db: Queryable,
  { id, screenshot, symbol, amount }: Proof,
): Promise<LookAlikeDeposits<S>> {
  const { rows } = await db.query<{ hash: string; sha256: Buffer; owner: string }>({
    name: 'hash of a screenshot',
    text: `select perceptual_hash as hash, sha256, owner from upload
           where id = $1 and perceptual_hash is not null`,
    values: [screenshot],
  })
  const [own] = rows
  if (!own) return { total: 0, shown: [] }
  const lists = await levelled(db)
  const alike = await lists.query<DocumentRow<S> & UserNames & Likeness & { total: number }>(
    ALIKE,
    [own.hash, own.sha256, own.owner, `${KIND}-${id}`, symbol, amount],
  )
  return {
    total: alike.rows[0]?.total ?? 0,
    shown: alike.rows.map(
      ({ stream, data, full_name, email, display_id, total: _, ...likeness }) => ({
        ...listed<S>(KIND, { stream, data }),
        ...likeness,
        user: { full_name, email, display_id },
      }),
    ),
  }
}
