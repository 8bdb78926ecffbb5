import { defineFeature } from '#server/feature.ts'
import { msg } from '#shared/text/t.ts'
import { backupDrills } from './decider.ts'
import { drillInThread } from './drill-in-thread.ts'
import { backupDrillHealth, backupDrillSchedule } from './drills.ts'
import { backupDrillEvents } from './events.ts'

/** Weekly drills that restore a backup; off if BACKUP_DIR is not set. */
export const backupDrillFeature = defineFeature({
  name: 'backup-drills',
  events: backupDrillEvents,
  audit: {
    area: 'backups',
    label: msg('Backups'),
    details: {
      BackupDrillPassed: ({ backup }) => backup,
      BackupDrillFailed: ({ fault }) => fault,
    },
  },
  aggregate: backupDrills,
  live: null,
  schedules: (services, stopping) => {
    const { backup, databaseOwnerUrl: ownerUrl, masterKeys } = services.config
    const { place, identityFile } = backup
    if (place === undefined) return []
    const canRun = ownerUrl !== undefined && identityFile !== undefined
    if (!canRun) return backupDrillSchedule(services, undefined)
    const order = { ownerUrl, place, identityFile, masterKeys }
    return backupDrillSchedule(services, drillInThread(order, stopping))
  },
  health: backupDrillHealth,
  notifications: [
    {
      kind: 'backups',
      to: 'staff',
      label: msg('Backups'),
      hint: msg('A test restore of a backup failed or did not run.'),
      isAlwaysOn: true,
      url: '/admin/audit',
      texts: {
        BackupDrillFailed: {
          title: msg('Backup drill failed'),
          body: msg('The newest backup could not be restored and verified. The audit says why.'),
        },
      },
    },
  ],
})
