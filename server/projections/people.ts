import type { Queryable } from './documents.ts'

/** A person named in the log: the display id stays forever, the rest is deleted with the person. */
export interface NamedUser {
  readonly userId: string
  readonly userNo: bigint
  readonly displayId: string
  readonly name: string | null
  readonly email: string | null
}

interface NamedRow {
  readonly user_id: string
  readonly user_no: string
  readonly display_id: string
  readonly full_name: string | null
  readonly email: string | null
}

const NAMED = `
  select substr(d.stream, 6) as user_id, d.owner as user_no, d.data ->> 'displayId' as display_id,
         p.full_name, p.email
  from document as d left join person as p on p.user_no = d.owner`

/** Users by their ids. */
export async function namedByIds(db: Queryable, userIds: readonly string[]): Promise<NamedUser[]> {
  const { rows } = await db.query<NamedRow>({
    name: 'named users by id',
    text: `${NAMED} where d.stream = any ($1::text[])`,
    values: [userIds.map((id) => `user-${id}`)],
  })
  return rows.map(namedUser)
}

/** Users by the numbers that ledger accounts carry. */
export async function namedByNumbers(
  db: Queryable,
  userNos: readonly bigint[],
): Promise<NamedUser[]> {
  const { rows } = await db.query<NamedRow>({
    name: 'named users by number',
    text: `${NAMED} where d.owner = any ($1::bigint[]) and d.kind = 'user'`,
    values: [userNos],
  })
  return rows.map(namedUser)
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

/** Display ids of users and staff by their ids; the deleted are left out. */
export async function displayIdsOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ user_id: string; display_id: string }>({
    name: 'display ids',
    text: 'select user_id, display_id from person where user_id = any ($1::uuid[])',
    values: [userIds],
  })
  return new Map(rows.map(({ user_id, display_id }) => [user_id, display_id]))
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The user whose display id, e-mail address or id this is, in full. */
export async function findUserByAnyName(db: Queryable, text: string): Promise<bigint | undefined> {
  const query = UUID.test(text)
    ? {
        name: 'user number by id',
        text: 'select owner as user_no from document where stream = $1 and owner is not null',
        values: [`user-${text.toLowerCase()}`],
      }
    : {
        name: 'user number by name',
        text: 'select user_no from person where display_id = upper($1) or email = lower($1)',
        values: [text],
      }
  const { rows } = await db.query<{ user_no: string }>(query)
  return rows[0] && BigInt(rows[0].user_no)
}

function namedUser(row: NamedRow): NamedUser {
  const { user_id, user_no, display_id, full_name, email } = row
  return {
    userId: user_id,
    userNo: BigInt(user_no),
    displayId: display_id,
    name: full_name,
    email,
  }
}
