import type { TestApp } from './app.ts'

/** Counts the commands that other servers can see as running: those older than half a second. */
export async function countSlowCommands({
  services,
}: {
  readonly services: Pick<TestApp['services'], 'pool'>
}): Promise<number> {
  const { rows } = await services.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_locks
     where locktype = 'advisory' and mode = 'ShareLock' and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]?.count ?? 0
}
