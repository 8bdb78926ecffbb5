import * as z from 'zod/mini'
import {
  claimShape,
  defineEvents,
  type EventsOf,
  moneyShape,
  tickShape,
} from '#server/events/event-definition.ts'
import { FUTURES_PAIRS, FUTURES_SIDES, VOID_REASONS } from '#shared/rules/futures.ts'

const voidReasons = Object.keys(VOID_REASONS) as (keyof typeof VOID_REASONS)[]

const terms = {
  userId: z.string(),
  userNo: z.string(),
  symbol: z.enum(FUTURES_PAIRS),
  side: z.enum(FUTURES_SIDES),
  stake: moneyShape,
  durationSeconds: z.number(),
  /** Fixed here, so that a later change of terms cannot alter a promise already made. */
  profitRatio: z.number(),
}

export const futuresEvents = defineEvents({
  /** Accepted, and the stake is frozen. The entry is the first tick recorded after this event. */
  FuturesRequested: z.object({
    ...terms,
    requestedAt: z.string(),
    /** The price shown to the user. */
    seenPrice: z.string(),
    /** The last tick recorded before this event: the entry follows it. */
    last: tickShape,
    claims: z.array(claimShape),
    /** Missing in earlier requests, for which `TICK_RULES_UNRECORDED` applies. */
    rules: z.optional(
      z.object({
        entryWindowMs: z.number(),
        entryDistanceThousandths: z.number(),
        settlementWindowMs: z.number(),
      }),
    ),
  }),
  FuturesEntered: z.object({
    entry: tickShape,
    /** The stake of the running trade; repeated from the request, for figures that count it. */
    stake: moneyShape,
    openedAt: z.string(),
    endsAt: z.string(),
  }),
  /** How a trade began before trades were entered at the next tick. */
  FuturesOpened: z.object({
    ...terms,
    entry: tickShape,
    openedAt: z.string(),
    endsAt: z.string(),
  }),
  FuturesSettled: z.object({
    result: z.enum(['win', 'loss', 'tie']),
    /** The last tick recorded before the end: the next recorded one decided the result. */
    before: z.nullable(tickShape),
    settlement: tickShape,
    /** The part of the stake returned to its owner. */
    returned: moneyShape,
    /** The part of the stake paid to the house. */
    lost: moneyShape,
    /** Paid by the house, in addition to the stake. */
    won: moneyShape,
    settledAt: z.string(),
  }),
  FuturesVoided: z.object({
    reason: z.enum(voidReasons as [keyof typeof VOID_REASONS]),
    before: z.nullable(tickShape),
    /**
     * The first tick after the window, or the one too far from the price shown to the user; null if
     * none had been recorded.
     */
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
