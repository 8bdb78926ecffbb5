import * as z from 'zod/mini'
import { defineEvents } from './event-definition.ts'

export const depositEvents = defineEvents({
  DepositApproved: {
    version: 1,
    schema: z.object({ symbol: z.string(), amount: z.string(), notes: z.string() }),
    readBy: ['journal', 'house-balance'],
  },
})
