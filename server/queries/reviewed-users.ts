import { JOIN_VERIFICATION, VERIFICATION_COLUMNS } from '#server/facts/verification-sql.ts'
import { type Listed, listed, type Queryable } from '#server/projections/documents.ts'
import type { ReviewedUser } from '#shared/contract/review-desk.ts'

/** A user as shown to staff next to a request. */
export interface ReviewedPerson
  extends Omit<ReviewedUser, 'is_verified' | 'created_at' | 'last_sign_in_at'> {
  readonly created_at: Date
  readonly last_sign_in_at: Date | null
}

/** undefined: the account was deleted. */
export async function readReviewedPerson(
  db: Queryable,
  userNo: bigint,
): Promise<ReviewedPerson | undefined> {
  const { rows } = await db.query<ReviewedPerson>({
    name: 'reviewed person',
    text: `
      select p.user_id, p.full_name, p.email, p.phone, p.display_id,
             p.email_confirmed_at is not null as email_confirmed,
             ${VERIFICATION_COLUMNS},
             coalesce((u.data ->> 'isActive')::boolean, false) as is_active,
             p.created_at, p.last_sign_in_at
      from person p
      left join document u on u.stream = 'user-' || p.user_id::text
      ${JOIN_VERIFICATION}
      where p.user_no = $1`,
    values: [userNo],
  })
  return rows[0]
}

export interface DecidedDocument extends Listed<unknown> {
  readonly kind: string
}

// The latest requests of each kind, so that thousands of orders do not hide a single loan. A kind
// with one stream per user, named after the user, may have decisions while it waits again: its
// source says which.
const DECIDED = `
  select latest.stream, latest.kind, latest.data
  from unnest($2::text[]) as asked (kind)
  cross join lateral (
    select stream, kind, data, created_at from document
    where owner = $1 and document.kind = asked.kind
      and (data ->> 'reviewedAt' is not null
           or stream = asked.kind || '-' || (data ->> 'userId'))
    order by created_at desc limit $3
  ) as latest`

/** A user's decided requests of some kinds, and those that may have been decided before. */
export async function listDecided(
  db: Queryable,
  owner: bigint,
  { kinds, limit }: { readonly kinds: readonly string[]; readonly limit: number },
): Promise<DecidedDocument[]> {
  const { rows } = await db.query<{ stream: string; kind: string; data: unknown }>({
    name: 'decided requests of a user',
    text: DECIDED,
    values: [owner, kinds, limit],
  })
  return rows.map((row) => ({ ...listed(row.kind, row), kind: row.kind }))
}
