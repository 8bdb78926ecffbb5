import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { administrate, databaseUrl } from '#scripts/postgres/connection.ts'
import { startTemporaryPostgres } from '#scripts/postgres/temporary-postgres.ts'
import type { EventLog } from '#server/events/log.ts'
import { FEATURES } from '#server/features/index.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { migrate } from '#server/platform/migrate.ts'

/**
 * Runs work on an empty, migrated database, on the server of DATABASE_URL or on a temporary one,
 * and removes everything that the benchmark wrote.
 */
export async function withBenchDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const server = process.env.DATABASE_URL
    ? { ownerUrl: process.env.DATABASE_URL, stop: async () => {} }
    : await startTemporaryPostgres('bench')
  const name = `bench_${randomBytes(4).toString('hex')}`
  const url = databaseUrl(server.ownerUrl, name)
  try {
    await administrate(server.ownerUrl, `create database ${name}`)
    await migrate(url)
    await work(url)
  } finally {
    await administrate(server.ownerUrl, `drop database if exists ${name} with (force)`)
    await server.stop()
  }
}

/** A database with the event log on it. */
export function withBenchLog(
  work: (bench: { url: string; pool: pg.Pool; log: EventLog }) => Promise<void>,
): Promise<void> {
  return withBenchDatabase(async (url) => {
    const pool = new pg.Pool({ connectionString: url, max: 4 })
    pool.on('error', () => {})
    const { catalog, aggregates } = FEATURES
    const log = openLedgerLog({ connectionString: url, pool, catalog, aggregates })
    try {
      await work({ url, pool, log })
    } finally {
      await log.close()
      await pool.end()
    }
  })
}
