import * as z from 'zod/mini'
import { defineEvents, type EventsOf, tickShape } from '#server/events/event-definition.ts'
import { FLOWS, SECOND_PERSON_REASONS } from '#shared/rules/second-approval.ts'

const valueShape = {
  /** The value in USD; null if an asset had no fresh price. */
  value: z.nullable(z.string()),
  /** The amount in USD above which a second approval is needed; 0: never needed. */
  above: z.string(),
  /** The recorded prices behind the value. */
  ticks: z.array(tickShape),
}

/** The first of two approvals. */
export const firstApprovalShape = z.object({
  approvedBy: z.string(),
  approvedAt: z.string(),
  notes: z.nullable(z.string()),
  ...valueShape,
  /** Both are missing in events from before approvals were added up for the limits. */
  flow: z.optional(z.enum(FLOWS)),
  reason: z.optional(z.enum(SECOND_PERSON_REASONS)),
})

/**
 * The value of an approval when it took effect, which counts towards the limits on one person.
 * Absent in events from before limits added up, or from a time when they were off.
 */
export const weightShape = z.optional(
  z.object({
    ...valueShape,
    flow: z.enum(FLOWS),
    /** No other person had approved before. */
    alone: z.boolean(),
    /** The author had credited the owner before. Absent in events from before it added up. */
    credited: z.optional(z.boolean()),
    /**
     * The rules for counting at that time. Missing in earlier events: `COUNTING_RULES_UNRECORDED`.
     */
    rules: z.optional(
      z.object({
        countedMs: z.number(),
        totalTimes: z.number(),
        creditedMs: z.number(),
        releasedPart: z.number(),
      }),
    ),
  }),
)

export type Weight = NonNullable<z.infer<typeof weightShape>>

/** Who decided on a request, and when. */
export const reviewShape = { reviewedBy: z.string(), reviewedAt: z.string() }

/** Whether a rejection requires the owner of the request to verify again. */
export const reverificationShape = {
  requireReverification: z.boolean(),
  /** Nothing is paid out to them until they have. Missing in rejections from before that rule. */
  reopensVerification: z.optional(z.literal(true)),
}

/** Who approved a request, and what counts towards the limits. */
export const approvedShape = { ...reviewShape, weight: weightShape }

export const approvalEvents = defineEvents({
  /** On the stream of any kind of request, which keeps waiting for a second reviewer. */
  FirstApprovalGiven: firstApprovalShape,
})

export const hidingEvents = defineEvents({
  /** On any kind of stream whose entries staff may hide from their owner. */
  EntryHidden: z.object({ hiddenBy: z.string(), hiddenAt: z.string() }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    approvals: typeof approvalEvents
    hiding: typeof hidingEvents
  }
}

export type ApprovalEvent = EventsOf<typeof approvalEvents>
export type HidingEvent = EventsOf<typeof hidingEvents>

/** On the streams of requests whose entries staff may hide. */
export const requestEvents = { ...approvalEvents, ...hidingEvents }
export type RequestEvent = ApprovalEvent | HidingEvent
