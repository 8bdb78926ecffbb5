import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'
import { firstApprovalShape, weightShape } from '#server/reviews/events.ts'

const adjustment = {
  userId: z.string(),
  userNo: z.string(),
  /** reset: all available balances were set to zero. */
  purpose: z.enum(['edit', 'reset']),
  reason: z.string(),
}

const change = { symbol: z.string(), direction: z.enum(['credit', 'debit']), amount: z.string() }

export const adjustmentEvents = defineEvents({
  BalanceAdjusted: z.object({ ...change, reason: z.string() }),
  PortfolioAdjusted: z.object({
    ...adjustment,
    /** One for each asset that changes. */
    changes: z.array(z.object(change)),
    adjustedBy: z.string(),
    adjustedAt: z.string(),
    weight: weightShape,
  }),
  /** Above the limit one member of staff can only propose it. */
  AdjustmentProposed: z.object({
    ...adjustment,
    changes: z.array(z.object(change)),
    firstApproval: firstApprovalShape,
  }),
  AdjustmentDropped: z.object({ droppedBy: z.string(), droppedAt: z.string() }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    adjustments: typeof adjustmentEvents
  }
}

type Recorded = EventsOf<typeof adjustmentEvents>
export type AdjustmentEvent = Exclude<Recorded, { type: 'BalanceAdjusted' }>
export type PortfolioAdjusted = Extract<Recorded, { type: 'PortfolioAdjusted' }>
