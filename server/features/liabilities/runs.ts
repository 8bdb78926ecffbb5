import * as z from 'zod/mini'
import { eventFollower, type Follower } from '#server/events/follower.ts'
import { withProgress } from '#server/facts/run-progress.ts'
import {
  addJob,
  defineTask,
  handleTask,
  type ScheduledTask,
  type TaskHandler,
} from '#server/platform/jobs.ts'
import type { Services } from '#server/services.ts'
import { isRefusal } from '#shared/refusal.ts'
import { instantOf } from '#shared/time.ts'
import { publish, requestBySchedule } from './handler.ts'
import type { StatementStep } from './make-statement.ts'
import { makeStatementApart } from './statement-process.ts'
import { readState, readStatements } from './statements.ts'
import { keepOnly } from './tile-store.ts'

type Needs = Pick<Services, 'pool' | 'log' | 'clock' | 'logger' | 'databaseUrl' | 'config'>

const askedFor = z.object({ statementId: z.string() })

const runTask = defineTask('liabilities.run', askedFor, 'long')

/** Follows the log and adds a job for each requested statement. */
export const liabilityRuns: Follower = eventFollower({
  name: 'liability-runs',
  types: ['LiabilitiesRequested'],
  newTypes: 'next',
  handle: async (events, transaction) => {
    for (const { data } of events) await addJob(transaction, runTask, askedFor.parse(data))
  },
})

export function liabilityTasks(needs: Needs, stopping: AbortSignal): TaskHandler[] {
  return [handleTask(runTask, ({ statementId }) => runStatement(needs, { statementId, stopping }))]
}

/** Every morning, after the ledger checks. */
export function liabilitySchedule(needs: Needs): ScheduledTask[] {
  const run = async () => {
    // Refused if staff are having one made now: it is from the same day.
    await requestBySchedule(needs)
  }
  return [{ name: 'liabilities.daily', at: '47 3 * * *', run }]
}

async function runStatement(
  needs: Needs,
  { statementId, stopping }: { statementId: string; stopping: AbortSignal },
): Promise<void> {
  const { pool, log, clock, logger, databaseUrl, config } = needs
  // It was published before a crash, or has been replaced.
  if ((await readState(log)).running?.statementId !== statementId) return
  const onFault = (error: unknown) =>
    logger.warn({ err: error }, 'the progress of the statement of liabilities could not be told')
  await withProgress<StatementStep, void>(
    { pool, clock, onFault },
    { runId: statementId, first: 'reading' },
    async (tell) => {
      await keepPublished(needs)
      const order = { databaseUrl, masterKeys: config.masterKeys, statementId }
      const { counted, cost } = await makeStatementApart(order, stopping, tell)
      logger.info({ statementId, ...cost }, 'a statement of liabilities was made')
      // Before this, the statement is not visible: the event publishes it with all of its trees, or
      // not at all.
      const result = await publish(
        { log, clock },
        { statementId, at: instantOf(clock.now()), ...counted },
      )
      if (isRefusal(result)) {
        logger.warn({ statementId }, 'another statement of liabilities has taken its place')
      }
      await keepPublished(needs)
    },
  )

  /**
   * Keeps the trees of the newest statements and deletes all others, also those left by a crash.
   */
  async function keepPublished({ pool: database }: Needs): Promise<void> {
    const kept = await readStatements(database, { limit: config.liabilitiesKept })
    await keepOnly(
      database,
      kept.map(({ statement }) => statement.statementId),
    )
  }
}
