import * as z from 'zod/mini'
import { defineEvents, type EventsOf, moneyShape } from '#server/events/event-definition.ts'

export const stakingEvents = defineEvents({
  StakeOpened: z.object({
    userId: z.string(),
    userNo: z.string(),
    principal: moneyShape,
    /** Fixed here, so that a later change of plan cannot alter a promise already made. */
    interest: moneyShape,
    apy: z.string(),
    termDays: z.number(),
    startedAt: z.string(),
    endsAt: z.string(),
  }),
  StakeMatured: z.object({ principal: moneyShape, interest: moneyShape, maturedAt: z.string() }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    staking: typeof stakingEvents
  }
}

export type StakingEvent = EventsOf<typeof stakingEvents>
