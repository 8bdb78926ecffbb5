import * as z from 'zod/mini'
import { eventFollower, type Follower } from '#server/events/follower.ts'
import { type TellProgress, withProgress } from '#server/facts/run-progress.ts'
import type { LedgerReport } from '#server/ledger/verify-ledger.ts'
import {
  addJob,
  defineTask,
  handleTask,
  type ScheduledTask,
  type TaskHandler,
} from '#server/platform/jobs.ts'
import type { Services } from '#server/services.ts'
import { RECONCILIATION_SCOPES, type ReconciliationScope } from '#shared/rules/reconciliation.ts'
import { instantOf } from '#shared/time.ts'
import type { RunReport } from './decider.ts'
import { readReconciliation, recordRun, requestBySchedule } from './handler.ts'

type Needs = Pick<Services, 'pool' | 'log' | 'clock' | 'logger'>

/** The result of a run of the checks; the balances that it verified are already stored. */
export interface Inspection
  extends Pick<LedgerReport, 'faults' | 'trialBalance' | 'transfers' | 'streams' | 'accounts'> {
  readonly after: string
  readonly upTo: string
  readonly verifiedUpTo: string
  readonly events: number
}

/** The two passes over the log. */
export type RunStep = 'balances' | 'streams'

/** Runs the checks without delaying requests. */
export type Inspect = (
  scope: ReconciliationScope,
  onProgress: TellProgress<RunStep>,
) => Promise<Inspection>

const askedFor = z.object({ runId: z.string(), scope: z.enum(RECONCILIATION_SCOPES) })

const runTask = defineTask('reconciliation.run', askedFor, 'long')

/** Follows the log and adds a job for each requested run. */
export const reconciliationRuns: Follower = eventFollower({
  name: 'reconciliation-runs',
  types: ['ReconciliationRequested'],
  newTypes: 'next',
  handle: async (events, transaction) => {
    for (const { data } of events) await addJob(transaction, runTask, askedFor.parse(data))
  },
})

export function reconciliationTasks(needs: Needs, inspect: Inspect): TaskHandler[] {
  return [handleTask(runTask, (asked) => runChecks(needs, inspect, asked))]
}

/** Checks the events since the last run every night, and the whole log on Sundays. */
export function reconciliationSchedule(needs: Needs): ScheduledTask[] {
  const ask = (scope: ReconciliationScope) => async () => {
    // Refused if staff have one running now, which checks the same.
    await requestBySchedule(needs, scope)
  }
  return [
    { name: 'reconciliation.nightly', at: '17 3 * * 1-6', run: ask('incremental') },
    { name: 'reconciliation.weekly', at: '17 3 * * 0', run: ask('full') },
  ]
}

async function runChecks(
  { pool, log, clock, logger }: Needs,
  inspect: Inspect,
  { runId, scope }: { runId: string; scope: ReconciliationScope },
): Promise<void> {
  const { running } = await readReconciliation(log)
  // It finished before a crash, or has been replaced.
  if (running?.runId !== runId) return
  const startedAt = instantOf(clock.now())
  const onFault = (error: unknown) =>
    logger.warn({ err: error }, 'the progress of the checks could not be told')
  await withProgress<RunStep, void>(
    { pool, clock, onFault },
    { runId, first: 'balances' },
    async (tell) => {
      const { faults, ...seen } = await inspect(scope, tell)
      const finishedAt = instantOf(clock.now())
      const report: RunReport = {
        ...seen,
        trialBalance: [...seen.trialBalance],
        runId,
        startedAt,
        finishedAt,
      }
      await recordRun({ pool, log, clock }, report, [...faults])
      for (const { check, fault } of faults) {
        logger.error({ check, fault }, 'the ledger is not sound')
      }
    },
  )
}
