import { openPostgres } from '#tests/support/postgres.ts'
import { handToWorkers } from './journey-postgres.ts'

/** Playwright calls this before the first journey. */
export default async function openJourneyPostgres(): Promise<() => Promise<void>> {
  const { server, close } = await openPostgres('journeys')
  handToWorkers(server)
  return close
}
