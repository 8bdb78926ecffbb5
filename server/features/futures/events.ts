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
  /** Accepted, and the stake is held: the first tick recorded from now on is the entry. */
  FuturesRequested: z.object({
    ...terms,
    requestedAt: z.string(),
    /** The price that the person saw. */
    seenPrice: z.string(),
    /** The last tick recorded before this: the entry follows it in the record. */
    last: tickShape,
    claims: z.array(claimShape),
    /** Missing in earlier requests: `TICK_RULES_UNRECORDED`. */
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
    /** What runs from here on; repeated from the request, for figures that count it. */
    stake: moneyShape,
    openedAt: z.string(),
    endsAt: z.string(),
  }),
  /** How a trade began until trades were entered at the next tick. */
  FuturesOpened: z.object({
    ...terms,
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
    /**
     * The first tick after the window, or the one too far from the price that the person saw; null
     * where none was recorded until now.
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
