import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'
import { reviewShape } from '#server/reviews/events.ts'

/** Events of a verification. Name, SSN and address are never recorded here. */
export const kycEvents = defineEvents({
  KycSubmitted: z.object({
    userId: z.string(),
    userNo: z.string(),
    /** The row that contains the applicant's personal data. */
    submissionId: z.string(),
    /** The uploads. */
    documents: z.object({ frontId: z.string(), backId: z.string(), selfieWithId: z.string() }),
    submittedAt: z.string(),
  }),
  KycApproved: z.object(reviewShape),
  KycRejected: z.object({ ...reviewShape, reason: z.string() }),
  KycReset: z.object({
    reason: z.nullable(z.string()),
    resetBy: z.string(),
    resetAt: z.string(),
  }),
  /** The review of another request asks the user to verify again. */
  KycReopened: z.object({
    userId: z.string(),
    userNo: z.string(),
    /** The stream of the request, and the reason given to its user. */
    askedIn: z.string(),
    reason: z.nullable(z.string()),
    askedBy: z.string(),
    askedAt: z.string(),
  }),
  /** A member of staff saw the whole SSN. */
  KycRevealed: z.object({ reason: z.string(), revealedBy: z.string(), revealedAt: z.string() }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    kyc: typeof kycEvents
  }
}

export type KycEvent = EventsOf<typeof kycEvents>
