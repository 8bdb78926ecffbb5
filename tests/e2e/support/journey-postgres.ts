import type { DatabaseServer } from '#tests/support/postgres-url.ts'

const NAME = 'JOURNEY_POSTGRES'

/** The workers are processes of their own, and start with what stands in the environment. */
export function handToWorkers(server: DatabaseServer): void {
  process.env[NAME] = JSON.stringify(server)
}

/** The PostgreSQL on which the servers of all journeys have their databases. */
export function journeyPostgres(): DatabaseServer {
  return JSON.parse(process.env[NAME] ?? '') as DatabaseServer
}
