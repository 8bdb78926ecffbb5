import type { Queryable } from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'
import type { UserNames } from '#shared/contract/fields.ts'
import { patternOf, personPatternOf } from './text-search.ts'

export interface FoundPerson extends UserNames {
  readonly id: string
}

const NAMES = 'p.user_id as id, p.full_name, p.email, p.display_id'

/**
 * The user with this exact email, display id or id, followed by the newest whose names contain it.
 */
export async function findPeople(
  db: Queryable,
  text: string,
  limit: number,
): Promise<FoundPerson[]> {
  const { rows: exact } = await db.query<FoundPerson>({
    name: 'people by exact name',
    text: `select ${NAMES} from person p
           where p.email = lower($1) or p.display_id = upper($1)
           limit $2`,
    values: [text, limit],
  })
  const { rows: newest } = await db.query<FoundPerson>(
    `select ${NAMES} from person p where p.search_text like $1 order by p.user_no desc limit $2`,
    [personPatternOf(text), limit],
  )
  const known = new Map([...exact, ...newest].map((person) => [person.id, person]))
  return [...known.values()].slice(0, limit)
}

export interface AddressKeeper extends FoundPerson {
  readonly address: string
}

/**
 * Users whose address book contains an address, given any part of it. The labels are private.
 *
 * Source: docs/decisions/0049-address-book-is-a-stream.md
 */
export async function findKeepersOf(
  db: Queryable,
  address: string,
  limit: number,
): Promise<AddressKeeper[]> {
  const lists = await levelled(db)
  const { rows } = await lists.query<AddressKeeper>(
    `select ${NAMES}, entry ->> 'address' as address
     from listed d
     join person p on p.user_no = d.owner
     cross join lateral json_array_elements(d.data -> 'entries') as entry
     where d.kind = 'address-book' and lower(d.data ->> 'entries') like $1
       and lower(entry ->> 'address') like $1
     order by d.created_at desc limit $2`,
    [patternOf(address), limit],
  )
  return rows
}
