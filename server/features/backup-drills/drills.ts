import type { DrillReport } from '#server/backup/drill.ts'
import { currentState } from '#server/events/current-state.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import type { ScheduledTask } from '#server/platform/jobs.ts'
import { newId } from '#server/platform/new-id.ts'
import type { HealthFindings } from '#server/platform/readiness.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import type { Services } from '#server/services.ts'
import { type Instant, instantOf } from '#shared/time.ts'
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
 * Checks every day whether a drill is due. A drill starts at most once a day, even if it fails or
 * cannot be recorded: one that filled a disk must not fill it again at once. A server with the
 * private key of the backups runs it; one without reports when no drill by `npm run backup:drill`
 * elsewhere has passed for too long.
 */
export function backupDrillSchedule(needs: Needs, runDrill: RunDrill | undefined): ScheduledTask[] {
  const run = () => look(needs, runDrill)
  return [{ name: 'backup-drills.daily', at: '41 4 * * *', queue: 'long', startsOnce: true, run }]
}

async function look(needs: Needs, runDrill: RunDrill | undefined): Promise<void> {
  const { log, clock, logger } = needs
  const state = await readDrills(log)
  if (runDrill && isDrillDue(state, clock.now())) {
    const outcome = await runDrill().catch((error: Error) =>
      error instanceof DrillStopped ? undefined : { fault: error.message },
    )
    // It is still due the next day.
    if (!outcome) return
    if ('fault' in outcome) logger.error({ fault: outcome.fault }, 'the drill of a backup failed')
    await recordDrill(needs, outcome)
  } else if (!runDrill && isDrillOverdue(state, clock.now())) {
    await recordDrill(needs, { fault: overdueFault(state) })
  }
}

/** Whether backups are made, and when the last drill passed; staff are notified of one that fails. */
export async function backupDrillHealth({
  log,
  clock,
  config,
}: Pick<Services, 'log' | 'clock' | 'config'>): Promise<HealthFindings> {
  if (config.backup.place === undefined) return { warnings: [] }
  const state = await readDrills(log)
  return {
    warnings: [
      ...(isDrillOverdue(state, clock.now()) ? [overdueFault(state)] : []),
      ...(state.overdue ? [stoppedFault(state.overdue)] : []),
    ],
    facts: { backupDrillPassedAt: state.lastPassedAt },
  }
}

function overdueFault({ lastPassedAt }: BackupDrillState): string {
  const since = lastPassedAt === null ? 'yet' : `since ${lastPassedAt}`
  return `no backup drill has passed ${since}`
}

function stoppedFault({ takenAt }: NonNullable<BackupDrillState['overdue']>): string {
  return takenAt === null ? 'there is no backup' : `no backup has been made since ${takenAt}`
}

export function readDrills(log: Needs['log']): Promise<BackupDrillState> {
  return currentState(log, backupDrills, BACKUP_DRILL_ID)
}

/** Records the result of a drill; staff are notified if it failed. */
export async function recordDrill(
  { log, clock }: Pick<Services, 'log' | 'clock'>,
  outcome: DrillReport | { readonly fault: string },
): Promise<void> {
  await record({ log, clock }, (finishedAt) =>
    'fault' in outcome
      ? { type: 'BackupDrillFailed', data: { fault: outcome.fault, finishedAt } }
      : { type: 'BackupDrillPassed', data: { ...outcome, finishedAt } },
  )
}

/** Records what was found now. */
export async function record(
  { log, clock }: Pick<Services, 'log' | 'clock'>,
  eventAt: (at: Instant) => BackupDrillEvent,
): Promise<void> {
  const at = instantOf(clock.now())
  const drillId = newId(clock)
  await handleCommand(log, {
    aggregate: backupDrills,
    id: BACKUP_DRILL_ID,
    owner: null,
    ...systemCause(`backup drill ${drillId}`, { drillId }, at, drillId),
    decideWith: (): BackupDrillEvent => eventAt(at),
  })
}
