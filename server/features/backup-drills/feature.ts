import { readNewestTakenAt } from '#server/backup/newest-backup.ts'
import { defineFeature } from '#server/feature.ts'
import { msg } from '#shared/text/t.ts'
import { backupDrills } from './decider.ts'
import { drillInThread } from './drill-in-thread.ts'
import { backupDrillHealth, backupDrillSchedule } from './drills.ts'
import { backupDrillEvents } from './events.ts'
import { newestBackupSchedule } from './newest-backup.ts'

/** Watches that backups are made, and restores one every week; off if BACKUP_DIR is not set. */
export const backupDrillFeature = defineFeature({
  name: 'backup-drills',
  events: backupDrillEvents,
  audit: {
    area: 'backups',
    label: msg('Backups'),
    details: {
      BackupDrillPassed: ({ backup }) => backup,
      BackupDrillFailed: ({ fault }) => fault,
      BackupOverdue: ({ takenAt }) => takenAt,
      BackupResumed: ({ takenAt }) => takenAt,
    },
  },
  aggregate: backupDrills,
  live: null,
  schedules: (services, stopping) => {
    const { backup, databaseOwnerUrl: ownerUrl, masterKeys } = services.config
    const { place, identityFile, drillDatabaseUrl: copyUrl } = backup
    if (place === undefined) return []
    const newest = newestBackupSchedule(services, () => readNewestTakenAt(place, masterKeys))
    const canRun = ownerUrl !== undefined && identityFile !== undefined
    if (!canRun) return [newest, ...backupDrillSchedule(services, undefined)]
    const order = { ownerUrl, copyUrl, place, identityFile, masterKeys }
    return [newest, ...backupDrillSchedule(services, drillInThread(order, stopping))]
  },
  health: backupDrillHealth,
  notifications: [
    {
      kind: 'backups',
      to: 'staff',
      label: msg('Backups'),
      hint: msg('Backups have stopped, or a test restore failed or did not run.'),
      isAlwaysOn: true,
      url: '/admin/audit',
      texts: {
        BackupDrillFailed: {
          title: msg('Backup drill failed'),
          body: msg('The newest backup could not be restored and verified. The audit says why.'),
        },
        BackupOverdue: {
          title: msg('Backups have stopped'),
          body: msg(
            'The newest backup is too old, or there is none. The audit says when it was taken.',
          ),
        },
      },
    },
  ],
})
