import { type Listed, listed, type Queryable } from './documents.ts'

/** A user as staff see them beside what they ask for. */
export interface ReviewedPerson {
  readonly userId: string
  readonly fullName: string
  readonly email: string
  readonly phone: string
  readonly displayId: string
  readonly isEmailConfirmed: boolean
  readonly kycStatus: string
  readonly isActive: boolean
  readonly createdAt: Date
  readonly lastSignInAt: Date | null
}

/** undefined: the account is deleted. */
export async function readReviewedPerson(
  db: Queryable,
  userNo: bigint,
): Promise<ReviewedPerson | undefined> {
  const { rows } = await db.query<ReviewedPerson>({
    name: 'reviewed person',
    text: `
      select p.user_id as "userId", p.full_name as "fullName", p.email, p.phone,
             p.display_id as "displayId", p.email_confirmed_at is not null as "isEmailConfirmed",
             coalesce(k.status, 'not_submitted') as "kycStatus",
             coalesce((u.data ->> 'isActive')::boolean, false) as "isActive",
             p.created_at as "createdAt", p.last_sign_in_at as "lastSignInAt"
      from person p
      left join document u on u.stream = 'user-' || p.user_id::text
      left join document k on k.stream = 'kyc-' || p.user_id::text
      where p.user_no = $1`,
    values: [userNo],
  })
  return rows[0]
}

export interface DecidedDocument extends Listed<unknown> {
  readonly kind: string
}

// The latest of each kind, so that a user's thousand orders do not hide their one loan.
const DECIDED = `
  select latest.stream, latest.kind, latest.data
  from unnest($2::text[]) as asked (kind)
  cross join lateral (
    select stream, kind, data, created_at from document
    where owner = $1 and document.kind = asked.kind
      and (data ->> 'reviewedAt' is not null or data ->> 'adjustedAt' <> ''
           or json_array_length(data -> 'earlier') > 0)
    order by created_at desc limit $3
  ) as latest`

/** A user's requests that staff have decided on, of some kinds. */
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

/** Name or email of users by id; deleted users are left out. */
export async function namesOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ user_id: string; name: string }>({
    name: 'names of people',
    text: `select user_id, coalesce(nullif(full_name, ''), email) as name from person
           where user_id = any ($1::uuid[])`,
    values: [userIds],
  })
  return new Map(rows.map(({ user_id, name }) => [user_id, name]))
}
