import * as z from 'zod/mini'
import { defineEvents } from './event-definition.ts'

export const adjustmentEvents = defineEvents({
  BalanceAdjusted: {
    version: 1,
    schema: z.object({
      symbol: z.string(),
      direction: z.enum(['credit', 'debit']),
      amount: z.string(),
      reason: z.string(),
    }),
    readBy: ['journal', 'house-balance'],
  },
})
