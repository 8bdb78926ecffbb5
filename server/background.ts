import type { Follower } from '#server/events/follower.ts'
import { runFollowers } from '#server/events/run-followers.ts'
import { FEATURES } from '#server/features/index.ts'
import { jobSweep } from '#server/platform/given-up-jobs.ts'
import { type ScheduledTask, startJobs } from '#server/platform/jobs.ts'
import { rateSweep } from '#server/platform/rate-leases.ts'
import { repeatedFaults } from '#server/platform/repeated-faults.ts'
import { uploadSweep } from '#server/platform/uploads.ts'
import { projectionFollowers } from '#server/projections/runner.ts'
import { refoldTask } from '#server/refold-documents.ts'
import type { Services } from '#server/services.ts'

/**
 * Starts prices, the followers of the log, and the durable jobs of every feature. Any number of
 * processes may do so. `stop` finishes running work and starts no more.
 */
export async function startBackground(services: Services): Promise<{ stop(): Promise<void> }> {
  const { databaseUrl, backgroundPool: pool, catalog, history, logger } = services
  const behind = { ...services, pool }
  for (const { prepare } of FEATURES.list) await prepare?.(behind, FEATURES)
  await services.prices.start()
  const stopping = new AbortController()
  const tasks = FEATURES.list.flatMap(
    (each) => each.tasks?.(behind, stopping.signal, FEATURES) ?? [],
  )
  const jobs = await startJobs(pool, logger, tasks, allSchedules(behind, stopping.signal))
  const followers = runFollowers({
    connectionString: databaseUrl,
    pool,
    catalog,
    history,
    followers: allFollowers(),
    onFault: (follower, error) =>
      repeatedFaults(logger).error(
        `follower ${follower}`,
        { err: error, follower },
        'follower stopped',
      ),
  })
  const running = FEATURES.list.flatMap(({ start }) => start?.(behind) ?? [])
  return {
    async stop() {
      await Promise.all(running.map((each) => each.stop()))
      await followers.stop()
      stopping.abort()
      await jobs.stop()
    },
  }
}

/** Every follower of the log that keeps a checkpoint. */
export function allFollowers(): Follower[] {
  const ofFeatures = FEATURES.list.flatMap(({ followers }) => followers?.(FEATURES) ?? [])
  return [...projectionFollowers(FEATURES.projections), ...ofFeatures]
}

/** Everything that starts at set times. */
export function allSchedules(
  services: Services,
  stopping = new AbortController().signal,
): ScheduledTask[] {
  const ofFeatures = FEATURES.list.flatMap(
    ({ schedules }) => schedules?.(services, stopping, FEATURES) ?? [],
  )
  const { pool, catalog } = services
  const refold = refoldTask({ pool, catalog, aggregates: FEATURES.aggregates })
  return [uploadSweep(services), rateSweep(services), jobSweep(services), refold, ...ofFeatures]
}
