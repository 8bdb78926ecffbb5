import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { startTemporaryPostgres } from '#scripts/postgres/temporary-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'

export interface BenchDatabase {
  readonly url: string
  /** Removes everything that the benchmark wrote. */
  close(): Promise<void>
}

/** An empty, migrated database on the server of DATABASE_URL, else on a temporary one. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const server = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, stop: async () => {} }
    : await startTemporaryPostgres('bench')
  const name = `bench_${randomBytes(4).toString('hex')}`
  const url = new URL(server.url)
  url.pathname = `/${name}`
  await administrate(server.url, `create database ${name}`)
  await migrate(url.href)
  return {
    url: url.href,
    async close() {
      await administrate(server.url, `drop database ${name} with (force)`)
      await server.stop()
    },
  }
}

async function administrate(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
