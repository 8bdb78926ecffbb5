import { nameSql } from '#server/facts/person-sql.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { msg } from '#shared/text/t.ts'

/**
 * A person referred to in the log: the display id stays for ever, the rest is deleted with the
 * person.
 */
export interface NamedUser {
  readonly userId: string
  readonly userNo: bigint
  readonly displayId: string
  readonly name: string | null
  readonly email: string | null
}

type NamedRow = Omit<NamedUser, 'userNo'> & { readonly userNo: string }

const NAMED = `
  select substr(d.stream, 6) as "userId", d.owner as "userNo",
         d.data ->> 'displayId' as "displayId", p.full_name as name, p.email
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

/** How texts call a user: by name, e-mail address or display id; undefined if the id is unknown. */
export async function displayedNameOf(db: Queryable, userId: string): Promise<string | undefined> {
  const [named] = await namedByIds(db, [userId])
  return named && (named.name || named.email || named.displayId)
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

/** Name or e-mail of users by id; deleted users are left out. */
export const namesOf = lookUp('names of people', nameSql('person'))

/** The member of staff who asked for something; null for the platform itself. */
export async function requesterOf(
  db: Queryable,
  userId: string | null,
): Promise<{ user_id: string; name: string } | null> {
  if (userId === null) return null
  const names = await namesOf(db, [userId])
  return { user_id: userId, name: names.get(userId) ?? msg('Former staff') }
}

/** Display ids of users by id; deleted users are left out. */
export const displayIdsOf = lookUp('display ids', 'display_id')

function lookUp(name: string, column: string) {
  const text = `select user_id, ${column} as found from person where user_id = any ($1::uuid[])`
  return async (db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const query = { name, text, values: [ids] }
    const { rows } = await db.query<{ user_id: string; found: string }>(query)
    return new Map(rows.map(({ user_id, found }) => [user_id, found]))
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Of the event that gave it, so that deleted users are found too. */
const WITH_DISPLAY_ID = `
  stream = any (array(
    select e.stream from event as e
    where e.type = 'UserSignedUp' and e.data ->> 'displayId' = upper($1)))`

/**
 * The user with exactly this display id, e-mail address or id. A deleted user has no e-mail address,
 * but is found by both ids.
 */
export async function findUserByAnyName(db: Queryable, text: string): Promise<bigint | undefined> {
  const query = UUID.test(text)
    ? {
        name: 'user number by id',
        text: 'select owner as user_no from document where stream = $1 and owner is not null',
        values: [`user-${text.toLowerCase()}`],
      }
    : {
        name: 'user number by name',
        text: `
          select user_no from person where email = lower($1)
          union all
          select owner from document where ${WITH_DISPLAY_ID}`,
        values: [text],
      }
  const { rows } = await db.query<{ user_no: string }>(query)
  return rows[0] && BigInt(rows[0].user_no)
}

/** A user who has deleted their account, by display id or id. */
export async function findDeletedUsers(db: Queryable, text: string): Promise<NamedUser[]> {
  const { rows } = await db.query<NamedRow>({
    name: 'deleted users by id',
    text: `${NAMED}
      where p.user_no is null and (${WITH_DISPLAY_ID} or stream = 'user-' || lower($1))`,
    values: [text],
  })
  return rows.map(namedUser)
}

function namedUser({ userNo, ...named }: NamedRow): NamedUser {
  return { ...named, userNo: BigInt(userNo) }
}
