import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'

const place = { symbol: z.string(), network: z.string() }
const change = { changedBy: z.string(), changedAt: z.string() }

export const depositAddressEvents = defineEvents({
  DepositAddressAdded: z.object({ ...place, ...change, address: z.string() }),
  DepositAddressChanged: {
    version: 1,
    // Old and new stand side by side, so that an alert needs no second look into the stream.
    schema: z.object({ ...place, ...change, previousAddress: z.string(), address: z.string() }),
  },
  DepositAddressActivated: z.object({ ...place, ...change, address: z.string() }),
  DepositAddressDeactivated: z.object({ ...place, ...change, address: z.string() }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    'deposit-addresses': typeof depositAddressEvents
  }
}

export type DepositAddressEvent = EventsOf<typeof depositAddressEvents>
