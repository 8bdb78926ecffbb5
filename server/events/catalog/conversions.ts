import * as z from 'zod/mini'
import { defineEvents, type EventsOf, moneyShape, tickShape } from './event-definition.ts'

export const conversionEvents = defineEvents({
  ConversionExecuted: {
    version: 1,
    schema: z.object({
      userId: z.string(),
      userNo: z.string(),
      given: moneyShape,
      received: moneyShape,
      /** The recorded prices of both assets that the quote was made of. */
      fromTick: tickShape,
      toTick: tickShape,
      quotedAt: z.string(),
      executedAt: z.string(),
    }),
    readBy: ['journal', 'house-balance', 'open-liabilities', 'daily-figures'],
  },
})

export type ConversionEvent = EventsOf<typeof conversionEvents>
