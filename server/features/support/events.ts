import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'

/** What was written is no fact for ever: it lies with the person, and the event names it. */
const sent = z.object({
  userId: z.string(),
  userNo: z.string(),
  messageId: z.string(),
  /** Counts the messages of the conversation from 1. */
  number: z.number(),
  /** Counts those of its side alone. */
  sideNumber: z.number(),
  sentBy: z.string(),
  /** The attached upload. */
  picture: z.nullable(z.string()),
  sentAt: z.string(),
})

/** Of one side's messages, all up to this `sideNumber`. */
const read = z.object({ upTo: z.number(), readAt: z.string() })

export const supportEvents = defineEvents({
  /** `urgent` is left out in events from before the conversation followed it. */
  UserMessageSent: z.extend(sent, { urgent: z.optional(z.boolean()) }),
  SupportMessageSent: sent,
  UrgencyCleared: z.object({ at: z.string() }),
  UserMessagesRead: read,
  SupportMessagesRead: read,
  ConversationClosed: z.object({ at: z.string() }),
  ConversationReopened: z.object({ at: z.string() }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    support: typeof supportEvents
  }
}

export type SupportEvent = EventsOf<typeof supportEvents>
