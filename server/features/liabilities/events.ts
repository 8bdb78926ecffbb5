import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'
import { liabilityStatement } from '#shared/proofs/liability-statement.ts'

export const liabilityEvents = defineEvents({
  LiabilitiesRequested: z.object({
    statementId: z.string(),
    /** Null if the platform requested it. */
    requestedBy: z.nullable(z.string()),
    requestedAt: z.string(),
  }),
  LiabilitiesPublished: liabilityStatement,
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    liabilities: typeof liabilityEvents
  }
}

export type LiabilityEvent = EventsOf<typeof liabilityEvents>
