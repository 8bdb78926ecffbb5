import * as z from 'zod/mini'
import {
  defineEvents,
  type EventsOf,
  moneyShape,
  tickShape,
} from '#server/events/event-definition.ts'

export const conversionEvents = defineEvents({
  ConversionExecuted: z.object({
    userId: z.string(),
    userNo: z.string(),
    given: moneyShape,
    received: moneyShape,
    /** The recorded prices of both assets that the quote is based on. */
    fromTick: tickShape,
    toTick: tickShape,
    /** Missing in conversions from before there was a spread: 0. */
    spreadPercent: z.optional(z.string()),
    /**
     * The live prices at the confirmation; missing in conversions from before they were checked.
     */
    confirmed: z.optional(z.object({ fromTick: tickShape, toTick: tickShape })),
    quotedAt: z.string(),
    executedAt: z.string(),
  }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    conversions: typeof conversionEvents
  }
}

export type ConversionEvent = EventsOf<typeof conversionEvents>
