import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'

export const resultEvents = defineEvents({
  /** The owner was shown what was decided on one kind of request until then. */
  ResultsSeen: z.object({ kind: z.string(), until: z.string(), seenAt: z.string() }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    results: typeof resultEvents
  }
}

export type ResultEvent = EventsOf<typeof resultEvents>
