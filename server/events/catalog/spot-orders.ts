import * as z from 'zod/mini'
import { defineEvents, moneyShape } from './event-definition.ts'

export const spotOrderEvents = defineEvents({
  SpotOrderPlaced: {
    version: 1,
    schema: z.object({
      side: z.enum(['buy', 'sell']),
      orderType: z.enum(['market', 'limit']),
      symbol: z.string(),
      amount: z.string(),
      price: z.string(),
      /** What the order may cost at most: frozen until it is executed, rejected or cancelled. */
      reserved: moneyShape,
    }),
    readBy: ['journal'],
  },
  SpotOrderExecuted: {
    version: 1,
    schema: z.object({
      price: z.string(),
      spent: moneyShape,
      received: moneyShape,
      /** What is left of the reserve; "0" where the whole of it was spent. */
      released: z.string(),
    }),
    readBy: ['journal', 'house-balance'],
  },
  SpotOrderRejected: {
    version: 1,
    schema: z.object({ reason: z.string(), released: moneyShape }),
    readBy: ['journal'],
  },
  SpotOrderCancelled: {
    version: 1,
    schema: z.object({ released: moneyShape }),
    readBy: ['journal'],
  },
})
