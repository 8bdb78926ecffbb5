import * as z from 'zod/mini'
import { defineEvents, type EventsOf, moneyShape } from '#server/events/event-definition.ts'
import { approvedShape, reviewShape } from '#server/reviews/events.ts'

export const loanEvents = defineEvents({
  LoanRequested: z.object({
    userId: z.string(),
    userNo: z.string(),
    /** The row that contains the applicant's data, none of which is repeated in the event. */
    applicantId: z.string(),
    form: z.enum(['home', 'page']),
    principal: moneyShape,
    termDays: z.number(),
    /** Fixed here, so that a later change cannot alter the agreed terms. */
    rates: z.object({
      interest: z.string(),
      penaltyPerDay: z.string(),
      penaltyMaximum: z.string(),
      dueSoonDays: z.optional(z.number()),
    }),
    documents: z.array(
      z.object({
        /** The upload. */
        id: z.string(),
        kind: z.enum(['front_id', 'back_id', 'selfie_with_id', 'supporting']),
        type: z.string(),
        bytes: z.number(),
      }),
    ),
    createdAt: z.string(),
  }),
  LoanApproved: z.object({
    ...approvedShape,
    principal: moneyShape,
    /** The term counts from here. Missing in earlier versions: it counted from the application. */
    startsAt: z.optional(z.string()),
  }),
  LoanRejected: z.object({ ...reviewShape, reason: z.string() }),
  /** Cancelled by the owner, before a decision. */
  LoanCancelled: z.object({ cancelledAt: z.string() }),
  /** Staff downloaded a PDF or Word file itself. */
  LoanDocumentDownloaded: z.object({
    documentId: z.string(),
    downloadedBy: z.string(),
    downloadedAt: z.string(),
  }),
  LoanDueSoon: z.object({ dueAt: z.string(), remindedAt: z.string() }),
  LoanOverdue: z.object({ dueAt: z.string(), remindedAt: z.string() }),
  LoanRepaid: z.object({
    principal: moneyShape,
    interest: moneyShape,
    penalty: moneyShape,
    lateDays: z.number(),
    paidAt: z.string(),
    /** The time up to which the days of delay count; omitted if that is when it was paid. */
    countedAt: z.optional(z.string()),
    /** The deposit whose time in review does not count as delay. */
    depositId: z.optional(z.string()),
  }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    loans: typeof loanEvents
  }
}

export type LoanEvent = EventsOf<typeof loanEvents>
