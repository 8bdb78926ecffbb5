import * as z from 'zod/mini'
import { defineEvents, type EventsOf, tickShape } from './event-definition.ts'

/** The first of two approvals. */
export const firstApprovalShape = z.object({
  approvedBy: z.string(),
  approvedAt: z.string(),
  notes: z.nullable(z.string()),
  /** What it was worth in USD; null where an asset had no fresh price. */
  value: z.nullable(z.string()),
  /** The amount in USD above which a second person was asked for. */
  above: z.string(),
  /** The recorded prices behind the value. */
  ticks: z.array(tickShape),
})

export const approvalEvents = defineEvents({
  /** On the stream of whatever is approved: it goes on waiting, for a second person. */
  FirstApprovalGiven: { version: 1, schema: firstApprovalShape, readBy: [] },
})

export type ApprovalEvent = EventsOf<typeof approvalEvents>
