import type { Aggregate } from '#server/events/decider.ts'
import { DAY_MS, epochMsOf, HOUR_MS, type Instant } from '#shared/time.ts'
import { type BackupDrillEvent, backupDrillEvents } from './events.ts'

export interface BackupDrillState {
  readonly lastPassedAt: Instant | null
  /** What the last drill found; null if it passed. */
  readonly fault: string | null
  /** The newest backup when it was found to be too old; null if backups are made. */
  readonly overdue: { readonly takenAt: Instant | null } | null
}

/** The one stream of its kind. */
export const BACKUP_DRILL_ID = 'latest'

/** A little less than a week, so that a drill at the same hour a week later is due. */
const DUE_AFTER_MS = 7 * DAY_MS - HOUR_MS
export const OVERDUE_AFTER_MS = 8 * DAY_MS

/**
 * A failed drill is due again the next day, because only another drill proves that the fault is
 * fixed.
 */
export function isDrillDue(state: BackupDrillState, nowMs: number): boolean {
  return state.fault !== null || isOlder(state, DUE_AFTER_MS, nowMs)
}

/** No drill has passed in time, whether drills failed or did not run. */
export function isDrillOverdue(state: BackupDrillState, nowMs: number): boolean {
  return isOlder(state, OVERDUE_AFTER_MS, nowMs)
}

function isOlder({ lastPassedAt }: BackupDrillState, ageMs: number, nowMs: number): boolean {
  return lastPassedAt === null || nowMs - epochMsOf(lastPassedAt) >= ageMs
}

function evolve(state: BackupDrillState, event: BackupDrillEvent): BackupDrillState {
  switch (event.type) {
    case 'BackupDrillPassed':
      return { ...state, lastPassedAt: event.data.finishedAt, fault: null }
    case 'BackupDrillFailed':
      return { ...state, fault: event.data.fault }
    case 'BackupOverdue':
      return { ...state, overdue: { takenAt: event.data.takenAt } }
    case 'BackupResumed':
      return { ...state, overdue: null }
  }
}

/** Backups and their trial restores, for staff and the audit. */
export const backupDrills: Aggregate<BackupDrillState, BackupDrillEvent> = {
  kind: 'backup-drill',
  events: backupDrillEvents,
  shape: 2,
  initial: { lastPassedAt: null, fault: null, overdue: null },
  evolve,
  summarise: ({ fault, overdue }) => ({
    status: fault === null && overdue === null ? 'passed' : 'failed',
    waiting: false,
  }),
}
