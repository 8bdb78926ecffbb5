import { type RunningFollowers, runFollowers } from '#server/events/run-followers.ts'
import type { Follower } from '#server/events/subscription.ts'
import { accountTasks } from '#server/features/account/delete-account.ts'
import { futuresSchedule, watchFutures } from '#server/features/futures/settle-due.ts'
import { kycSchedule } from '#server/features/kyc/sweep.ts'
import { loanSchedule } from '#server/features/loans/remind-due.ts'
import { loanMails, loanTasks } from '#server/features/loans/reminder-mails.ts'
import { pushNotifications, pushTasks } from '#server/features/push/delivery.ts'
import {
  type Inspect,
  reconciliationRuns,
  reconciliationSchedule,
  reconciliationTasks,
} from '#server/features/reconciliation/runs.ts'
import { stakingSchedule } from '#server/features/staking/mature-due.ts'
import { identityMails, identitySchedule, identityTasks } from '#server/identity/identity-jobs.ts'
import { type Jobs, type ScheduledTask, startJobs } from '#server/platform/jobs.ts'
import { uploadSweep } from '#server/platform/uploads.ts'
import { keptTicks } from '#server/prices/kept-ticks.ts'
import { projectionFollowers } from '#server/projections/runner.ts'
import { reconcileInThread } from '#server/reconcile.ts'
import type { Services } from '#server/services.ts'

/** What a server process does without being asked. */
export interface Background {
  /** Finishes what is under way and starts nothing more. */
  stop(): Promise<void>
}

/**
 * Starts prices, everybody who follows the log, and the durable jobs of every area. Safe in any
 * number of processes.
 */
export async function startBackground(services: Services): Promise<Background> {
  await services.prices.start()
  const reconciling = reconcileInThread(services.databaseUrl)
  const jobs = await startAllJobs(services, reconciling.inspect)
  const followers = startFollowers(services)
  const futures = watchFutures(services)
  return {
    async stop() {
      await futures.stop()
      await followers.stop()
      await reconciling.stop()
      await jobs.stop()
    },
  }
}

/** Everybody who follows the log with a checkpoint, in the order of how soon people notice. */
export function allFollowers(): Follower[] {
  return [
    ...projectionFollowers(),
    pushNotifications,
    identityMails,
    loanMails,
    keptTicks,
    reconciliationRuns,
  ]
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

/** Everything that starts by itself when its time has come. */
export function allSchedules(services: Services): ScheduledTask[] {
  const { identity, uploads } = services
  return [
    ...identitySchedule(identity),
    uploadSweep(uploads),
    stakingSchedule(services),
    kycSchedule(services),
    ...loanSchedule(services),
    futuresSchedule(services),
    ...reconciliationSchedule(services),
  ]
}

function startAllJobs(services: Services, inspect: Inspect): Promise<Jobs> {
  const { pool, logger, identity, push } = services
  return startJobs(
    pool,
    logger,
    [
      ...identityTasks(identity),
      ...accountTasks(services),
      ...pushTasks(pool, push),
      ...loanTasks(services),
      ...reconciliationTasks(services, inspect),
    ],
    allSchedules(services),
  )
}
