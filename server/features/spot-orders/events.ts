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
    /**
     * In the base asset. If the order spends its whole reserve: what the reserve buys at the quote.
     */
    amount: z.string(),
    spendsAll: z.optional(z.literal(true)),
    /** The limit price, or the quoted price of a market order. */
    price: z.string(),
    /** The tick of that quote; null for a limit order. */
    quote: z.nullable(tickShape),
    /** Frozen until the order is executed, rejected or cancelled. */
    reserved: moneyShape,
    /** How far from its price the market may be at the approval; missing in earlier orders. */
    movePercentMax: z.optional(z.number()),
    placedAt: z.string(),
  }),
  SpotOrderExecuted: z.object({
    ...approvedShape,
    /** The limit, or the price of the tick; in market orders without `amount`, the quote. */
    price: z.string(),
    /**
     * The first tick recorded after the approval, whose price was compared with the limit or the
     * quote. Without `amount`, it is the live tick at that moment; null for the oldest limit
     * orders.
     */
    tick: z.nullable(tickShape),
    /**
     * The last tick recorded before the approval: `tick` follows it. Missing if there was none, and
     * in earlier executions.
     */
    last: z.optional(tickShape),
    /** The tick of a market order's quote, copied from its placement. */
    quote: z.optional(z.nullable(tickShape)),
    /** The amount executed, in the base asset. Missing: all of the order, for the whole reserve. */
    amount: z.optional(z.string()),
    spent: moneyShape,
    received: moneyShape,
    /** The part of the reserve that was not spent. */
    returned: z.optional(moneyShape),
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
