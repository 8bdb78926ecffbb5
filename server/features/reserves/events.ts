import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'

const by = { by: z.string(), at: z.string() }

/** Which address it was, for the audit. Absent in events from before it was repeated. */
const which = {
  symbol: z.optional(z.string()),
  network: z.optional(z.string()),
  address: z.optional(z.string()),
}

export const reserveEvents = defineEvents({
  /** The key of the address has signed the message. */
  ReserveAdded: z.object({
    id: z.string(),
    symbol: z.string(),
    network: z.string(),
    address: z.string(),
    message: z.string(),
    signature: z.string(),
    ...by,
  }),
  ReserveBalanceEntered: z.object({
    id: z.string(),
    ...which,
    amount: z.string(),
    /** When the address held the balance, according to the source. */
    asOf: z.string(),
    source: z.string(),
    ...by,
  }),
  ReserveRemoved: z.object({ id: z.string(), ...which, ...by }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    reserves: typeof reserveEvents
  }
}

export type ReserveEvent = EventsOf<typeof reserveEvents>
