import * as z from 'zod/mini'
import {
  defineEvents,
  type EventsOf,
  moneyShape,
  tickShape,
} from '#server/events/event-definition.ts'
import { FUTURES_PAIRS, FUTURES_SIDES, VOID_REASONS } from '#shared/rules/futures.ts'

const voidReasons = Object.keys(VOID_REASONS) as (keyof typeof VOID_REASONS)[]

export const futuresEvents = defineEvents({
  FuturesOpened: z.object({
    userId: z.string(),
    userNo: z.string(),
    symbol: z.enum(FUTURES_PAIRS),
    side: z.enum(FUTURES_SIDES),
    stake: moneyShape,
    durationSeconds: z.number(),
    /** Fixed here, so that a later change of terms cannot alter a promise already made. */
    profitRatio: z.number(),
    entry: tickShape,
    openedAt: z.string(),
    endsAt: z.string(),
  }),
  FuturesSettled: z.object({
    result: z.enum(['win', 'loss', 'tie']),
    /** The last tick recorded before the end: the next one in that order decided. */
    before: z.nullable(tickShape),
    settlement: tickShape,
    /** Of the stake, back to its owner. */
    returned: moneyShape,
    /** Of the stake, to the house. */
    lost: moneyShape,
    /** From the house, besides the stake. */
    won: moneyShape,
    settledAt: z.string(),
  }),
  FuturesVoided: z.object({
    reason: z.enum(voidReasons as [keyof typeof VOID_REASONS]),
    before: z.nullable(tickShape),
    /** The first tick after the window; null where none was recorded until now. */
    after: z.nullable(tickShape),
    returned: moneyShape,
    voidedAt: z.string(),
  }),
  FuturesHidden: z.object({ hiddenBy: z.string(), hiddenAt: z.string() }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    futures: typeof futuresEvents
  }
}

export type FuturesEvent = EventsOf<typeof futuresEvents>
