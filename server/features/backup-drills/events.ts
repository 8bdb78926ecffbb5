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
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    backupDrills: typeof backupDrillEvents
  }
}

export type BackupDrillEvent = EventsOf<typeof backupDrillEvents>
