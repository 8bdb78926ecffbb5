import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from './event-definition.ts'

const change = { symbol: z.string(), direction: z.enum(['credit', 'debit']), amount: z.string() }

export const adjustmentEvents = defineEvents({
  BalanceAdjusted: {
    version: 1,
    schema: z.object({ ...change, reason: z.string() }),
    readBy: ['journal', 'house-balance', 'open-liabilities'],
  },
  PortfolioAdjusted: {
    version: 1,
    schema: z.object({
      userId: z.string(),
      userNo: z.string(),
      /** reset: everything that was available, to zero. */
      purpose: z.enum(['edit', 'reset']),
      /** One for each asset that changes. */
      changes: z.array(z.object(change)),
      reason: z.string(),
      adjustedBy: z.string(),
      adjustedAt: z.string(),
    }),
    readBy: ['journal', 'house-balance', 'open-liabilities'],
  },
})

export type PortfolioAdjusted = Extract<
  EventsOf<typeof adjustmentEvents>,
  { type: 'PortfolioAdjusted' }
>
