import * as z from 'zod/mini'

/** Where an event stands in the log: a whole number that JSON's numbers may not hold. */
export const positionField = z.string().check(z.regex(/^\d{1,18}$/))

/** An event as it stands in the log: all that its hash covers, and the hash before it. */
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
