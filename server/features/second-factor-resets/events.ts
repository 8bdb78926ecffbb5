import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'
import { firstApprovalShape } from '#server/reviews/events.ts'

const whose = { userId: z.string(), userNo: z.string(), reason: z.string() }

/** Resets of second factors that users have lost. */
export const secondFactorResetEvents = defineEvents({
  /** A member of staff requests a reset; nothing has changed yet. */
  SecondFactorResetRequested: z.object({ ...whose, firstApproval: firstApprovalShape }),
  SecondFactorReset: z.object({
    ...whose,
    requestedBy: z.string(),
    resetBy: z.string(),
    resetAt: z.string(),
    /** The end of the hold on withdrawals; missing in earlier events. */
    holdEndsAt: z.optional(z.string()),
  }),
  SecondFactorResetDropped: z.object({ droppedBy: z.string(), droppedAt: z.string() }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    'second-factor-resets': typeof secondFactorResetEvents
  }
}

export type SecondFactorResetEvent = EventsOf<typeof secondFactorResetEvents>
