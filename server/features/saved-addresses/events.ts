import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'

/** A user's address book is a separate stream: only withdrawals show where money was sent. */
export const savedAddressEvents = defineEvents({
  AddressSaved: z.object({
    id: z.string(),
    label: z.string(),
    symbol: z.string(),
    network: z.string(),
    address: z.string(),
    savedAt: z.string(),
    /** When the allowlist first accepts withdrawals to it; missing in earlier events. */
    usableAt: z.optional(z.string()),
  }),
  SavedAddressRenamed: z.object({ id: z.string(), label: z.string(), renamedAt: z.string() }),
  SavedAddressRemoved: z.object({ id: z.string(), removedAt: z.string() }),
  /** For the first time, again, or to cancel turning it off. */
  AllowlistTurnedOn: z.object({ turnedOnAt: z.string() }),
  /** The owner turned it off: it stays in force until `endsAt`. */
  AllowlistEndSet: z.object({ setAt: z.string(), endsAt: z.string() }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    'saved-addresses': typeof savedAddressEvents
  }
}

export type SavedAddressEvent = EventsOf<typeof savedAddressEvents>
