import { ageFault } from '#server/backup/newest-backup.ts'
import type { ScheduledTask } from '#server/platform/jobs.ts'
import type { Services } from '#server/services.ts'
import { readDrills, record } from './drills.ts'

type Needs = Pick<Services, 'log' | 'clock' | 'logger'>

/**
 * Checks every day that backups are made; staff are notified each day that they are not. Needs no
 * private key: the time of a backup is not encrypted.
 *
 * @param readTakenAt when the newest backup was taken; null if there is none
 */
export function newestBackupSchedule(
  needs: Needs,
  readTakenAt: () => Promise<string | null>,
): ScheduledTask {
  const run = () => check(needs, readTakenAt)
  return { name: 'backup-drills.newest', at: '11 4 * * *', queue: 'long', run }
}

async function check(needs: Needs, readTakenAt: () => Promise<string | null>): Promise<void> {
  const { log, clock, logger } = needs
  const takenAt = await readTakenAt()
  const fault = ageFault(takenAt, clock.now())
  if (fault !== undefined) {
    logger.error({ fault }, 'backups have stopped')
    await record(needs, (checkedAt) => ({ type: 'BackupOverdue', data: { takenAt, checkedAt } }))
  } else if (takenAt !== null && (await readDrills(log)).overdue) {
    await record(needs, (checkedAt) => ({ type: 'BackupResumed', data: { takenAt, checkedAt } }))
  }
}
