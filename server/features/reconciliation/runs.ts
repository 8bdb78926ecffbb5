import type { LedgerReport } from '#server/ledger/verify-ledger.ts'
import type { ScheduledTask, TaskHandler } from '#server/platform/jobs.ts'
import type { ReportProgress } from '#server/platform/run-progress.ts'
import type { Services } from '#server/services.ts'
import type { ReconciliationScope } from '#shared/rules/reconciliation.ts'
import { instantOf } from '#shared/time.ts'
import type { RunReport } from './decider.ts'
import { type RunStep, reconciliationRuns, recordRun } from './handler.ts'

type Needs = Pick<Services, 'pool' | 'log' | 'clock' | 'logger'>

/** The result of a run of the checks; the balances that it verified are already stored. */
export interface Inspection
  extends Pick<LedgerReport, 'faults' | 'trialBalance' | 'transfers' | 'streams' | 'accounts'> {
  readonly after: string
  readonly upTo: string
  readonly verifiedUpTo: string
  readonly events: number
}

/** Runs the checks without holding up requests. */
export type Inspect = (
  scope: ReconciliationScope,
  onProgress: ReportProgress<RunStep>,
) => Promise<Inspection>

export function reconciliationTasks(needs: Needs, inspect: Inspect): TaskHandler[] {
  return reconciliationRuns.tasks(needs, (asked, onProgress) =>
    runChecks(needs, inspect, asked, onProgress),
  )
}

/** Checks the events since the last run every night, and the whole log on Sundays. */
export function reconciliationSchedule(needs: Needs): ScheduledTask[] {
  return reconciliationRuns.schedule(needs, [
    { name: 'reconciliation.nightly', at: '17 3 * * 1-6', order: { scope: 'incremental' } },
    { name: 'reconciliation.weekly', at: '17 3 * * 0', order: { scope: 'full' } },
  ])
}

async function runChecks(
  { log, clock, logger }: Needs,
  inspect: Inspect,
  { runId, scope }: { runId: string; scope: ReconciliationScope },
  onProgress: ReportProgress<RunStep>,
): Promise<void> {
  const startedAt = instantOf(clock.now())
  const { faults, ...seen } = await inspect(scope, onProgress)
  const finishedAt = instantOf(clock.now())
  const trialBalance = [...seen.trialBalance]
  const report: RunReport = { ...seen, trialBalance, runId, startedAt, finishedAt }
  await recordRun({ log, clock }, report, [...faults])
  for (const { check, fault } of faults) {
    logger.error({ check, fault }, 'the ledger is not sound')
  }
}
