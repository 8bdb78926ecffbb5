import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'
import { firstApprovalShape } from '#server/reviews/events.ts'

const place = { symbol: z.string(), network: z.string() }
const change = {
  /** The member of staff whose approval made it effective: the second of two. */
  changedBy: z.string(),
  changedAt: z.string(),
  /** Who proposed it. Missing if one person was enough, as it was in earlier versions. */
  proposedBy: z.optional(z.string()),
}

export const depositAddressEvents = defineEvents({
  /** One member of staff proposes an address; users see no change yet. */
  DepositAddressProposed: z.object({
    ...place,
    change: z.enum(['add', 'change', 'activate']),
    /** Empty if there is none yet. */
    previousAddress: z.string(),
    address: z.string(),
    firstApproval: firstApprovalShape,
    /** Only if there was no second member of staff. */
    takesEffectAt: z.nullable(z.string()),
  }),
  DepositAddressProposalDropped: z.object({
    ...place,
    droppedBy: z.string(),
    droppedAt: z.string(),
  }),
  DepositAddressAdded: z.object({ ...place, ...change, address: z.string() }),
  DepositAddressChanged: {
    version: 1,
    // Contains both old and new, so that an alert need not read the stream.
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
export type DepositAddressProposed = Extract<
  DepositAddressEvent,
  { type: 'DepositAddressProposed' }
>
