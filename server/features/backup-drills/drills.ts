import type { DrillReport } from '#server/backup/drill.ts'
import { currentState } from '#server/events/current-state.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import type { HealthFindings } from '#server/platform/health.ts'
import type { ScheduledTask } from '#server/platform/jobs.ts'
import { newId } from '#server/platform/new-id.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import type { Services } from '#server/services.ts'
import { instantOf } from '#shared/time.ts'
import {
  BACKUP_DRILL_ID,
  type BackupDrillState,
  backupDrills,
  isDrillDue,
  isDrillOverdue,
} from './decider.ts'
import type { BackupDrillEvent } from './events.ts'

type Needs = Pick<Services, 'log' | 'clock' | 'logger'>

/** The process ends before its drill is done. */
export class DrillStopped extends Error {
  constructor() {
    super('the drill of a backup was stopped before it was done')
  }
}

/** Runs a drill without delaying requests. @throws DrillStopped */
export type RunDrill = () => Promise<DrillReport>

/**
 * Checks every day whether a drill is due. A server with the private key of the backups runs it;
 * one without reports when no drill by `npm run backup:drill` elsewhere has passed for too long.
 */
export function backupDrillSchedule(needs: Needs, runDrill: RunDrill | undefined): ScheduledTask[] {
  const run = () => look(needs, runDrill)
  return [{ name: 'backup-drills.daily', at: '41 4 * * *', queue: 'long', run }]
}

async function look(needs: Needs, runDrill: RunDrill | undefined): Promise<void> {
  const { log, clock, logger } = needs
  const state = await readDrills(log)
  if (runDrill && isDrillDue(state, clock.now())) {
    const outcome = await runDrill().catch((error: Error) => {
      // The queue runs it again, here or on another server.
      if (error instanceof DrillStopped) throw error
      return { fault: error.message }
    })
    if ('fault' in outcome) logger.error({ fault: outcome.fault }, 'the drill of a backup failed')
    await recordDrill(needs, outcome)
  } else if (!runDrill && isDrillOverdue(state, clock.now())) {
    await recordDrill(needs, { fault: overdueFault(state) })
  }
}

/** When the last drill passed, where backups are drilled; staff are notified of one that fails. */
export async function backupDrillHealth({
  log,
  clock,
  config,
}: Pick<Services, 'log' | 'clock' | 'config'>): Promise<HealthFindings> {
  if (config.backup.place === undefined) return { warnings: [] }
  const state = await readDrills(log)
  return {
    warnings: isDrillOverdue(state, clock.now()) ? [overdueFault(state)] : [],
    facts: { backupDrillPassedAt: state.lastPassedAt },
  }
}

function overdueFault({ lastPassedAt }: BackupDrillState): string {
  const since = lastPassedAt === null ? 'yet' : `since ${lastPassedAt}`
  return `no backup drill has passed ${since}`
}

export function readDrills(log: Needs['log']): Promise<BackupDrillState> {
  return currentState(log, backupDrills, BACKUP_DRILL_ID)
}

/** Records the result of a drill; staff are notified if it failed. */
export async function recordDrill(
  { log, clock }: Pick<Services, 'log' | 'clock'>,
  outcome: DrillReport | { readonly fault: string },
): Promise<void> {
  const finishedAt = instantOf(clock.now())
  const drillId = newId(clock)
  await handleCommand(log, {
    aggregate: backupDrills,
    id: BACKUP_DRILL_ID,
    owner: null,
    ...systemCause(`backup drill ${drillId}`, { drillId }, finishedAt, drillId),
    decideWith: (): BackupDrillEvent =>
      'fault' in outcome
        ? { type: 'BackupDrillFailed', data: { fault: outcome.fault, finishedAt } }
        : { type: 'BackupDrillPassed', data: { ...outcome, finishedAt } },
  })
}
