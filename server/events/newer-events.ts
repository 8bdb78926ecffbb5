import type { PoolClient } from 'pg'
import { type Catalog, EventFromNewerRelease, type WrittenEvent } from './catalog.ts'

/**
 * Stops what reads a range of positions in SQL before it folds an event that this release does not
 * know: in SQL, a newer shape would be read as the old one, and a new type left out. Call it in the
 * transaction of the fold, which the fault undoes.
 *
 * @throws EventFromNewerRelease
 */
export async function refuseNewerEvents(
  transaction: Pick<PoolClient, 'query'>,
  { after, upTo }: { readonly after: bigint; readonly upTo: bigint },
  catalog: Catalog,
): Promise<void> {
  const { rows } = await transaction.query<Omit<WrittenEvent, 'data'>>({
    name: 'newer-events',
    text: `select stream, type, schema_version from event
           where position > $1 and position <= $2
             and schema_version > coalesce(($3::jsonb ->> type)::int, 0)
           order by position limit 1`,
    values: [after, upTo, versionsOf(catalog)],
  })
  const [newer] = rows
  if (newer) throw new EventFromNewerRelease(newer, catalog.get(newer.type))
}

const versions = new WeakMap<Catalog, string>()

/** The newest version of each type that this release knows. */
function versionsOf(catalog: Catalog): string {
  const known = versions.get(catalog)
  if (known !== undefined) return known
  const entries = [...catalog].map(([type, { version }]) => [type, version])
  const text = JSON.stringify(Object.fromEntries(entries))
  versions.set(catalog, text)
  return text
}
