import type { UserNames } from '#shared/contract/fields.ts'
import type { LookAlike } from '#shared/contract/review-desk.ts'
import { LOOK_ALIKE_BITS_MAX } from '#shared/rules/review-desk.ts'
import { type DocumentRow, type Listed, listed, type Queryable } from './documents.ts'

const KIND = 'deposit'
const SHOWN_MAX = 12
/** Pictures that belong to no request are among them. */
const CANDIDATES_MAX = 100

/** Another deposit request whose screenshot looks like the given one. */
export type LookAlikeDeposit<S> = Listed<S> & Likeness & { readonly user: UserNames }

type Likeness = Pick<LookAlike, 'status' | 'is_same_user' | 'is_identical' | 'distance'>

const DISTANCE = 'bit_count((u.perceptual_hash # $1)::bit(64))'

// The nearest first, and only then whose they are: of a picture that everybody sends there may be
// thousands, and some belong to no request.
const ALIKE = `
  with alike as materialized (
    select u.id, u.sha256 = $2 as is_identical, ${DISTANCE}::int as distance
    from upload u
    where u.kind = 'screenshot' and ${DISTANCE} <= ${LOOK_ALIKE_BITS_MAX}
    order by is_identical desc, distance
    limit ${CANDIDATES_MAX}
  )
  select d.stream, d.data, d.status, d.owner = $3 as is_same_user,
         coalesce(p.full_name, '') as full_name, coalesce(p.email, '') as email,
         coalesce(p.display_id, '') as display_id, alike.is_identical, alike.distance
  from alike
  join document d on d.kind = '${KIND}' and d.data ->> 'screenshot' = alike.id::text
  left join person p on p.user_no = d.owner
  where d.stream <> $4
  order by alike.is_identical desc, alike.distance, d.created_at desc
  limit ${SHOWN_MAX}`

/**
 * Deposit requests of everybody whose screenshot looks like that of one request, the most alike
 * first. Every hash is looked at, from an index that holds nothing else: a hundred thousand take some
 * hundredths of a second, and pictures that everybody sends cost no more than others.
 */
export async function findLookAlikes<S>(
  db: Queryable,
  { id, screenshot }: { readonly id: string; readonly screenshot: string },
): Promise<LookAlikeDeposit<S>[]> {
  const { rows } = await db.query<{ hash: string; sha256: Buffer; owner: string }>({
    name: 'hash of a screenshot',
    text: `select perceptual_hash as hash, sha256, owner from upload
           where id = $1 and perceptual_hash is not null`,
    values: [screenshot],
  })
  const [own] = rows
  if (!own) return []
  const alike = await db.query<DocumentRow<S> & UserNames & Likeness>(ALIKE, [
    own.hash,
    own.sha256,
    own.owner,
    `${KIND}-${id}`,
  ])
  return alike.rows.map(({ stream, data, full_name, email, display_id, ...likeness }) => ({
    ...listed(KIND, { stream, data }),
    ...likeness,
    user: { full_name, email, display_id },
  }))
}
