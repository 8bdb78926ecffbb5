import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'

export const backupDrillEvents = defineEvents({
  BackupDrillPassed: z.object({
    /** The backup that was restored, and when it was taken. */
    backup: z.string(),
    takenAt: z.string(),
    events: z.number(),
    /**
     * What a restore of this backup would have lost: events, and the seconds during which they were
     * recorded.
     */
    lostEvents: z.number(),
    lostSeconds: z.number(),
    seconds: z.number(),
    finishedAt: z.string(),
  }),
  BackupDrillFailed: z.object({ fault: z.string(), finishedAt: z.string() }),
  /** The newest backup is too old, or there is none. Recorded each day while that is so. */
  BackupOverdue: z.object({ takenAt: z.nullable(z.string()), checkedAt: z.string() }),
  BackupResumed: z.object({ takenAt: z.string(), checkedAt: z.string() }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    backupDrills: typeof backupDrillEvents
  }
}

export type BackupDrillEvent = EventsOf<typeof backupDrillEvents>
