import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from './event-definition.ts'

/** One event for every kind of stream whose entries staff may hide from their owner. */
export const hidingEvents = defineEvents({
  EntryHidden: {
    version: 1,
    schema: z.object({ hiddenBy: z.string(), hiddenAt: z.string() }),
    readBy: [],
  },
})

export type HidingEvent = EventsOf<typeof hidingEvents>
