import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { administrate, applicationUrlOf, databaseUrl } from '#scripts/postgres/connection.ts'
import { isAlive } from '#scripts/postgres/postmaster.ts'
import { fastFolder, startTemporaryPostgres } from '#scripts/postgres/temporary-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import type { DatabaseServer } from '#tests/support/postgres-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: DatabaseServer
  }
}

// Durability is irrelevant in tests, and passwords are generated: hashing them slowly protects nothing.
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  scram_iterations: '1',
  // Tables are nearly empty: one plan suits all values.
  plan_cache_mode: 'force_generic_plan',
  max_connections: '300',
  // Otherwise every connection loads it.
  shared_preload_libraries: 'plpgsql',
  // Its files may be in memory.
  max_wal_size: '512MB',
}

// Database names carry the host and pid of their run, so that a later run can drop abandoned ones.
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 6)
const DATABASE_PREFIX = `exchange_test_${HOST}_`

/** Vitest calls this before the first file of a project. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, close } = await openPostgres(project.name)
  project.provide('postgres', server)
  return close
}

/** The PostgreSQL of a run: the one in DATABASE_URL if set, else an embedded one. */
export async function openPostgres(
  name: string,
): Promise<{ server: DatabaseServer; close: () => Promise<void> }> {
  const server = process.env.DATABASE_URL
    ? { ownerUrl: process.env.DATABASE_URL, stop: async () => {} }
    : await startTemporaryPostgres(name, FAST_SETTINGS, await fastFolder())
  await dropAbandoned(server.ownerUrl)
  const template = await createTemplate(server.ownerUrl, name)
  return {
    server: { serverUrl: server.ownerUrl, template },
    close: async () => {
      await administrate(server.ownerUrl, `drop database if exists ${template} with (force)`)
      await server.stop()
    },
  }
}

async function dropAbandoned(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(serverUrl, 'postgres') })
  await client.connect()
  try {
    const found = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [DATABASE_PREFIX],
    )
    for (const { datname } of found.rows) {
      const pid = Number(datname.slice(DATABASE_PREFIX.length).split('_')[0])
      if (!isAlive(pid)) await client.query(`drop database if exists ${datname} with (force)`)
    }
  } finally {
    await client.end()
  }
}

async function createTemplate(serverUrl: string, name: string): Promise<string> {
  const template = `${DATABASE_PREFIX}${process.pid}_template_${name}`
  await administrate(serverUrl, `drop database if exists ${template} with (force)`)
  await administrate(serverUrl, `create database ${template}`)
  const url = databaseUrl(serverUrl, template)
  await migrate(url, applicationUrlOf(url))
  return template
}
