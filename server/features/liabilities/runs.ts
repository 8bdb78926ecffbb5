import type { ScheduledTask, TaskHandler } from '#server/platform/jobs.ts'
import type { ReportProgress } from '#server/platform/run-progress.ts'
import type { Services } from '#server/services.ts'
import { isRefusal } from '#shared/refusal.ts'
import { instantOf } from '#shared/time.ts'
import { publish, statementRuns } from './handler.ts'
import type { StatementStep } from './make-statement.ts'
import { makeStatementApart } from './statement-process.ts'
import { readStatements } from './statements.ts'
import { keepOnly } from './tile-store.ts'

type Needs = Pick<Services, 'pool' | 'log' | 'clock' | 'logger' | 'databaseUrl' | 'config'>

export function liabilityTasks(needs: Needs, stopping: AbortSignal): TaskHandler[] {
  return statementRuns.tasks(needs, ({ statementId }, report) =>
    runStatement(needs, { statementId, stopping }, report),
  )
}

/** Every morning, after the ledger checks. */
export function liabilitySchedule(needs: Needs): ScheduledTask[] {
  return statementRuns.schedule(needs, [{ name: 'liabilities.daily', at: '47 3 * * *', order: {} }])
}

async function runStatement(
  needs: Needs,
  { statementId, stopping }: { statementId: string; stopping: AbortSignal },
  report: ReportProgress<StatementStep>,
): Promise<void> {
  const { log, clock, logger, databaseUrl, config } = needs
  await keepPublished(needs)
  const order = { databaseUrl, masterKeys: config.masterKeys, statementId }
  const { counted, cost } = await makeStatementApart(order, stopping, report)
  logger.info({ statementId, ...cost }, 'a statement of liabilities was made')
  // Before this, the statement is not visible: the event publishes it with all of its trees, or not at
  // all.
  const at = instantOf(clock.now())
  const result = await publish({ log, clock }, { statementId, at, ...counted })
  if (isRefusal(result)) {
    logger.warn({ statementId }, 'another statement of liabilities has taken its place')
  }
  await keepPublished(needs)
}

/** Keeps the trees of the newest statements and deletes all others, also those left by a crash. */
async function keepPublished({ pool, config }: Needs): Promise<void> {
  const kept = await readStatements(pool, { limit: config.liabilitiesKept })
  await keepOnly(
    pool,
    kept.map(({ statement }) => statement.statementId),
  )
}
