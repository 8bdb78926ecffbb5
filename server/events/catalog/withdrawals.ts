import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from './event-definition.ts'

const money = { symbol: z.string(), amount: z.string() }
const review = { notes: z.nullable(z.string()), reviewedBy: z.string(), reviewedAt: z.string() }

export const withdrawalEvents = defineEvents({
  WithdrawalRequested: {
    version: 1,
    schema: z.object({
      ...money,
      userId: z.string(),
      userNo: z.string(),
      network: z.string(),
      walletAddress: z.string(),
      /** A code of the user's second factor was checked. */
      secondFactor: z.boolean(),
      submittedAt: z.string(),
    }),
    readBy: ['journal', 'open-liabilities'],
  },
  WithdrawalApproved: {
    version: 1,
    schema: z.object({
      ...money,
      ...review,
      /** The upload that shows the transfer. */
      screenshot: z.nullable(z.string()),
    }),
    readBy: ['journal', 'house-balance', 'open-liabilities', 'review-times'],
  },
  WithdrawalRejected: {
    version: 1,
    schema: z.object({
      ...money,
      ...review,
      reason: z.nullable(z.string()),
      requireReverification: z.boolean(),
    }),
    readBy: ['journal', 'open-liabilities', 'review-times'],
  },
  WithdrawalCancelled: {
    version: 1,
    schema: z.object({ ...money, cancelledAt: z.string() }),
    readBy: ['journal', 'open-liabilities'],
  },
  WithdrawalAcknowledged: {
    version: 1,
    schema: z.object({ acknowledgedAt: z.string() }),
    readBy: [],
  },
})

export type WithdrawalEvent = EventsOf<typeof withdrawalEvents>
