import type { PoolClient } from 'pg'
import { type Catalog, EventFromNewerRelease, type WrittenEvent } from './catalog.ts'

/**
 * Stops a follower that reads a range of positions before an event that this release does not know.
 * In SQL, a newer shape would be read as the old one; SQL and a follower of selected types would
 * skip a new type. Call it in the transaction of the fold.
 *
 * @throws EventFromNewerRelease
 */
export async function refuseNewerEvents(
  transaction: Pick<PoolClient, 'query'>,
  { after, upTo }: { readonly after: bigint; readonly upTo: bigint },
  catalog: Catalog,
): Promise<void> {
  // Checking the newest version of each type costs half as much as checking each event.
  const { rows } = await transaction.query<{ type: string; newest: number }>({
    name: 'newest-versions',
    text: `select type, max(schema_version) as newest from event
           where position > $1 and position <= $2 group by type`,
    values: [after, upTo],
  })
  const newer = rows.find(({ type, newest }) => newest > (catalog.get(type)?.version ?? 0))
  if (!newer) return
  const { rows: found } = await transaction.query<Omit<WrittenEvent, 'data'>>(
    `select stream, type, schema_version from event
     where position > $1 and position <= $2 and type = $3 and schema_version = $4
     order by position limit 1`,
    [after, upTo, newer.type, newer.newest],
  )
  const [first] = found
  if (first) throw new EventFromNewerRelease(first, catalog.get(first.type))
}
