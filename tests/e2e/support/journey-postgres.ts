import type { DatabaseServer } from '#tests/support/postgres-url.ts'

const NAME = 'JOURNEY_POSTGRES'

/** Passes the server to the worker processes through the environment. */
export function handToWorkers(server: DatabaseServer): void {
  process.env[NAME] = JSON.stringify(server)
}

/** The PostgreSQL with the databases of all journeys. */
export function journeyPostgres(): DatabaseServer {
  return JSON.parse(process.env[NAME] ?? '') as DatabaseServer
}
