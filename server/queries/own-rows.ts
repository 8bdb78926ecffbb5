import type { Queryable } from '#server/projections/documents.ts'

interface OwnRow<Opened> {
  readonly id: string
  readonly created_at: Date
  readonly opened: Opened
}

/**
 * The rows of a user in a table with sealed details, oldest first, for the export. Those whose
 * details can no longer be opened are left out.
 *
 * @param open reads the details of rows, by their ids
 */
export async function readOwnRows<Opened>(
  db: Queryable,
  { table, userId }: { readonly table: string; readonly userId: string },
  open: (ids: readonly string[]) => Promise<ReadonlyMap<string, Opened>>,
): Promise<OwnRow<Opened>[]> {
  const { rows } = await db.query<{ id: string; created_at: Date }>(
    `select id, created_at from ${table} where user_id = $1 order by created_at, id`,
    [userId],
  )
  const found = await open(rows.map(({ id }) => id))
  return rows.flatMap((row) => {
    const opened = found.get(row.id)
    return opened === undefined ? [] : [{ ...row, opened }]
  })
}
