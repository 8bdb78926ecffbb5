import type { TestApp } from './app.ts'

/** How many files and how many events of a kind are kept. Background work appends other kinds. */
export async function countKept({ database }: TestApp, kind: string) {
  const { rows } = await database.pool.query<{ uploads: string; events: string }>(
    `select (select count(*) from upload) as uploads,
            (select count(*) from event where stream like $1) as events`,
    [`${kind}-%`],
  )
  return rows[0]
}
