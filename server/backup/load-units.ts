import { type Client, escapeIdentifier } from 'pg'
import type { Part } from './manifest.ts'

/** Tables that refer to each other, and must be loaded by one session. */
export interface LoadUnit {
  readonly tables: readonly string[]
  readonly parts: readonly Part[]
}

const REFERENCES = `
  select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
  from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace`

/**
 * Divides the tables of a backup into units without foreign keys between them, largest first.
 *
 * @param others tables that are not in the backup; each belongs to the unit of the tables it refers
 * to
 */
export async function unitsOf(
  client: Client,
  parts: readonly Part[],
  others: readonly string[],
): Promise<LoadUnit[]> {
  const { rows: references } = await client.query<{ from: string; to: string }>(REFERENCES)
  const groups = new Map([...parts.map(({ table }) => table), ...others].map((t) => [t, [t]]))
  for (const { from, to } of references) {
    const [one, other] = [groups.get(from), groups.get(to)]
    if (!one || !other || one === other) continue
    one.push(...other)
    for (const table of other) groups.set(table, one)
  }
  const bytesOf = (unit: LoadUnit) => unit.parts.reduce((sum, { bytes }) => sum + bytes, 0)
  return [...new Set(groups.values())]
    .map((tables) => ({ tables, parts: parts.filter(({ table }) => tables.includes(table)) }))
    .sort((left, right) => bytesOf(right) - bytesOf(left))
}

/**
 * Drops indexes, keys and foreign keys, and disables triggers. Returns statements that restore
 * them.
 */
export async function takeDown(client: Client, tables: readonly string[]): Promise<string[]> {
  const { rows: foreign } = await client.query<Step>(FOREIGN_KEYS, [tables])
  const { rows: indexes } = await client.query<Step>(INDEXES, [tables])
  const triggers = tables.map((table) => `alter table ${escapeIdentifier(table)}`)
  for (const { drop } of [...foreign, ...indexes]) await client.query(drop)
  for (const table of triggers) await client.query(`${table} disable trigger user`)
  return [
    ...indexes.map(({ make }) => make),
    ...foreign.map(({ make }) => make),
    ...triggers.map((table) => `${table} enable trigger user`),
  ]
}

interface Step {
  readonly drop: string
  readonly make: string
}

const FOREIGN_KEYS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname,
                pg_get_constraintdef(oid)) as make
  from pg_constraint
  where contype = 'f' and conrelid::regclass::text = any ($1)`

// A key is first created as an index, which preserves its operators and settings.
const INDEXES = `
  select case when contype is null
           then format('drop index %s', indexrelid::regclass)
           else format('alter table %s drop constraint %I', indrelid::regclass, conname)
         end as drop,
         pg_get_indexdef(indexrelid) || case when contype is null then '' else format(
           '; alter table %s add constraint %I %s using index %s', indrelid::regclass, conname,
           case contype when 'p' then 'primary key' else 'unique' end, indexrelid::regclass)
         end as make
  from pg_index
  join pg_class on pg_class.oid = indrelid
  left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
  where pg_class.relnamespace = 'public'::regnamespace and relname = any ($1)
  order by relname, indexrelid`
