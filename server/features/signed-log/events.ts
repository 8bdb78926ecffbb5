import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'
import { SIGNING_FAULTS } from '#shared/rules/signed-log.ts'

export const signedLogEvents = defineEvents({
  /** From this event on, this key signs the checkpoints of the log. */
  LogKeyAdopted: z.object({
    /** The name of the log: the first line of its checkpoints. */
    origin: z.string(),
    /** A C2SP verifier key. */
    vkey: z.string(),
    /** A C2SP note whose text is the verifier key, signed by the key before; null for the first. */
    endorsement: z.nullable(z.string()),
    at: z.string(),
  }),
  /** Nothing is signed until an operator has found the cause. */
  SigningRefused: z.object({
    origin: z.string(),
    fault: z.enum(SIGNING_FAULTS),
    /** The newest signed checkpoint; null if there is none. */
    signed: z.nullable(z.string()),
    /** The tree as it is now. */
    size: z.string(),
    /** Base64. */
    root: z.string(),
    at: z.string(),
  }),
  /** The log can be signed again: it continues the last signed checkpoint. */
  SigningResumed: z.object({
    origin: z.string(),
    /** The first checkpoint signed after the refusal. */
    signed: z.string(),
    at: z.string(),
  }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    signedLog: typeof signedLogEvents
  }
}

export type SignedLogEvent = EventsOf<typeof signedLogEvents>
