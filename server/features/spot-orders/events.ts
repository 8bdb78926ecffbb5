import * as z from 'zod/mini'
import {
  defineEvents,
  type EventsOf,
  moneyShape,
  tickShape,
} from '#server/events/event-definition.ts'
import { approvedShape, reviewShape } from '#server/reviews/events.ts'

export const spotOrderEvents = defineEvents({
  SpotOrderPlaced: z.object({
    userId: z.string(),
    userNo: z.string(),
    symbol: z.string(),
    side: z.enum(['buy', 'sell']),
    orderType: z.enum(['market', 'limit']),
    amount: z.string(),
    /** The limit, or the price that a market order was quoted. */
    price: z.string(),
    /** The tick of that quote; null for a limit order. */
    quote: z.nullable(tickShape),
    /** Frozen until the order is executed, rejected or cancelled. */
    reserved: moneyShape,
    placedAt: z.string(),
  }),
  SpotOrderExecuted: z.object({
    ...approvedShape,
    price: z.string(),
    /**
     * The live tick that the limit or quote was held against; null for limit orders from before
     * they were held against one.
     */
    tick: z.nullable(tickShape),
    /** The whole of the reserve. */
    spent: moneyShape,
    received: moneyShape,
  }),
  SpotOrderRejected: z.object({
    ...reviewShape,
    reason: z.nullable(z.string()),
    released: moneyShape,
  }),
  SpotOrderCancelled: z.object({ cancelledAt: z.string(), released: moneyShape }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    'spot-orders': typeof spotOrderEvents
  }
}

export type SpotOrderEvent = EventsOf<typeof spotOrderEvents>
