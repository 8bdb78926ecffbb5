import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'

export const userHistoryEvents = defineEvents({
  /** One act of staff, followed by an event of each entry. */
  EntriesHidden: z.object({
    entries: z.array(z.object({ stream: z.string(), title: z.string() })),
    hiddenBy: z.string(),
    hiddenAt: z.string(),
  }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    'user-history': typeof userHistoryEvents
  }
}

export type UserHistoryEvent = EventsOf<typeof userHistoryEvents>
