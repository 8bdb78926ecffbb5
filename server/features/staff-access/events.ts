import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'

/** Sign-ins and failed sign-ins of staff, and requests for which they had no permission. */
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
    /** The method and the path pattern, never the content of the request. */
    route: z.string(),
  }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    'staff-access': typeof staffAccessEvents
  }
}

export type StaffAccessEvent = EventsOf<typeof staffAccessEvents>
