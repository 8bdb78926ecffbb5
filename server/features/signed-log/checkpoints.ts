import type { Pool, PoolClient } from 'pg'
import type { TreeHead } from '#shared/proofs/tree-proofs.ts'

type Database = Pick<Pool | PoolClient, 'query'>

/** A signed checkpoint, as it is served. */
export interface KeptCheckpoint extends TreeHead {
  readonly note: string
}

/** The newest checkpoint of a log; undefined before the first. */
export async function newestCheckpoint(
  db: Database,
  origin: string,
): Promise<KeptCheckpoint | undefined> {
  const { rows } = await db.query<{ size: string; root: Buffer; note: string }>({
    name: 'newest-checkpoint',
    text: `select size, root, note from log_checkpoint where origin = $1
           order by size desc limit 1`,
    values: [origin],
  })
  const [row] = rows
  return row && { size: Number(row.size), root: row.root, note: row.note }
}

export async function keepCheckpoint(
  db: Database,
  origin: string,
  { size, root, note }: KeptCheckpoint,
): Promise<void> {
  await db.query('insert into log_checkpoint (origin, size, root, note) values ($1, $2, $3, $4)', [
    origin,
    size,
    root,
    note,
  ])
}
