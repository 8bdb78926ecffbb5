import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'

/** Sign-ins of staff, failed attempts, and what staff tried without permission. */
export const staffAccessEvents = defineEvents({
  StaffSignedIn: z.object({ userId: z.string(), signedInAt: z.string() }),
  StaffSignInFailed: z.object({
    userId: z.string(),
    failedAt: z.string(),
    /** The refusal's code, from `shared/errors.ts`. */
    code: z.string(),
  }),
  StaffAttemptRefused: z.object({
    userId: z.string(),
    refusedAt: z.string(),
    code: z.string(),
    /** Method and path pattern; never what was sent. */
    route: z.string(),
  }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    'staff-access': typeof staffAccessEvents
  }
}

export type StaffAccessEvent = EventsOf<typeof staffAccessEvents>
