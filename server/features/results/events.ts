import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'

export const resultEvents = defineEvents({
  /** The owner was shown the results of one kind of request up to `until`. */
  ResultsSeen: z.object({ kind: z.string(), until: z.string(), seenAt: z.string() }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    results: typeof resultEvents
  }
}

export type ResultEvent = EventsOf<typeof resultEvents>
