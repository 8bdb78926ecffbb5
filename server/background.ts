import { identitySchedule, identityTasks } from '#server/identity/identity-jobs.ts'
import { startJobs } from '#server/platform/jobs.ts'
import type { Services } from '#server/services.ts'

/** What a server process does without being asked. */
export interface Background {
  /** Finishes what is under way and starts nothing more. */
  stop(): Promise<void>
}

/** Starts the durable jobs of every area. Safe in any number of processes. */
export async function startBackground(services: Services): Promise<Background> {
  const { pool, logger, identity } = services
  const jobs = await startJobs(
    pool,
    logger,
    [...identityTasks(identity)],
    [...identitySchedule(identity)],
  )
  return { stop: () => jobs.stop() }
}
