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
    /** Missing in conversions from before prices were checked at the confirmation. */
    confirmed: z.optional(
      z.object({
        /** The first prices recorded after the confirmation. */
        fromTick: tickShape,
        toTick: tickShape,
        /**
         * The last prices recorded before the confirmation: those above follow them. Missing for a
         * fixed rate, for an asset that had no price yet, and in earlier conversions.
         */
        fromLast: z.optional(tickShape),
        toLast: z.optional(tickShape),
      }),
    ),
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
