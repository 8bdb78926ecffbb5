import * as z from 'zod/mini'
import { limitField } from '#shared/contract/fields.ts'
import { tryTimeZone } from '#shared/time-zone.ts'

/** The position of an event in the log: may exceed the exact range of JSON numbers. */
export const positionField = z.string().check(z.regex(/^\d{1,18}$/))

/** An event as stored: everything its hash covers, and the previous hash. */
export const provenEvent = z.object({
  stream: z.string(),
  version: z.number(),
  position: positionField,
  type: z.string(),
  schema_version: z.number(),
  key: z.string(),
  request_hash: z.string(),
  data: z.unknown(),
  metadata: z.unknown(),
  transfers: z.array(z.object({ debit: z.string(), credit: z.string(), amount: z.string() })),
  hash: z.string(),
  /** Null for the first event of its stream. */
  previous_hash: z.nullable(z.string()),
})
export type ProvenEvent = z.infer<typeof provenEvent>

/** The query of a page of the log: `before` is the `next` of the previous page. */
export const pageOfLogFields = { limit: limitField(200), before: z.optional(positionField) }

/** One page of the log, newest first. */
export const pageOfLog = <Line extends z.ZodMiniType>(line: Line) =>
  z.object({
    /** The lines of one event are adjacent. */
    lines: z.array(line),
    /** Pass it as `before` for the next page; null on the last one. */
    next: z.nullable(positionField),
  })

export const momentField = z.iso.datetime({ offset: true })

export const zoneField = z
  .string()
  .check(
    z.refine(
      (text) => tryTimeZone(text) !== undefined,
      'must be a time zone such as "Europe/Berlin" or an offset such as "+01:00"',
    ),
  )
