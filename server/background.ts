import { type RunningFollowers, runFollowers } from '#server/events/run-followers.ts'
import type { Follower } from '#server/events/subscription.ts'
import { FEATURES } from '#server/features/index.ts'
import { type Jobs, type ScheduledTask, startJobs } from '#server/platform/jobs.ts'
import { uploadSweep } from '#server/platform/uploads.ts'
import { projectionFollowers } from '#server/projections/runner.ts'
import type { Services } from '#server/services.ts'

/** What a server process does without a request. */
export interface Background {
  /** Finishes what is under way and starts nothing more. */
  stop(): Promise<void>
}

/**
 * Starts prices, the followers of the log, and the durable jobs of every feature. Safe in any number
 * of processes.
 */
export async function startBackground(services: Services): Promise<Background> {
  await services.prices.start()
  const stopping = new AbortController()
  const jobs = await startAllJobs(services, stopping.signal)
  const followers = startFollowers(services)
  const running = FEATURES.list.flatMap(({ start }) => start?.(services) ?? [])
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
  return [...projectionFollowers(), ...ofFeatures]
}

function startFollowers({ databaseUrl, pool, catalog, logger }: Services): RunningFollowers {
  return runFollowers({
    connectionString: databaseUrl,
    pool,
    catalog,
    followers: allFollowers(),
    onFault: (follower, error) => logger.error({ err: error, follower }, 'follower stopped'),
  })
}

/** Everything that starts at set times. */
export function allSchedules(services: Services): ScheduledTask[] {
  const ofFeatures = FEATURES.list.flatMap(({ schedules }) => schedules?.(services) ?? [])
  return [uploadSweep(services.uploads), ...ofFeatures]
}

function startAllJobs(services: Services, stopping: AbortSignal): Promise<Jobs> {
  const tasks = FEATURES.list.flatMap((feature) => feature.tasks?.(services, stopping) ?? [])
  return startJobs(services.pool, services.logger, tasks, allSchedules(services))
}
