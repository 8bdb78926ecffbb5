import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'

/**
 * The text of a message is not permanent: it is stored with the person, and the event refers to it.
 */
const sent = z.object({
  userId: z.string(),
  userNo: z.string(),
  messageId: z.string(),
  /** Counts all messages of the conversation, from 1. */
  number: z.number(),
  /** Counts only the messages of its side. */
  sideNumber: z.number(),
  sentBy: z.string(),
  /** The attached upload. */
  picture: z.nullable(z.string()),
  sentAt: z.string(),
})

/** All messages of one side, up to this `sideNumber`. */
const read = z.object({ upTo: z.number(), readAt: z.string() })

export const supportEvents = defineEvents({
  /** `urgent` is missing in events from before conversations could be urgent. */
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
