import * as z from 'zod/mini'
import { get } from '#shared/contract/define-route.ts'
import { instantField } from '#shared/contract/fields.ts'
import { positionField, provenEvent } from '#shared/contract/proven-event.ts'

/**
 * The log as a tree of hashes, whose root the operator signs. All but the proof of an event is public:
 * it reveals hashes and counts.
 *
 * Source: docs/proofs.md
 */

const SIZE_DIGITS = /^(0|[1-9]\d{0,14})$/
const sizeField = z.string().check(z.regex(SIZE_DIGITS))
/** Base64. */
const hashField = z.string()

export const readCheckpoint = get('/log/checkpoint', {
  summary: 'The newest signed checkpoint of the log, as a C2SP checkpoint',
  access: 'public',
  raw: true,
})

export const readTile = get('/log/tile/:level/*', {
  summary: 'Hashes of the tree, as a C2SP tile: tile/0/x001/234.p/56',
  access: 'public',
  params: z.object({ level: z.string(), '*': z.string() }),
  raw: true,
  perMinute: 1_200,
})

export const readVerifierKey = get('/log/vkey', {
  summary: 'The key that signs checkpoints, as a C2SP verifier key',
  access: 'public',
  raw: true,
})

const logKey = z.object({
  /** As a C2SP verifier key. */
  vkey: z.string(),
  /** From then on it signs. */
  since: instantField,
  /** A C2SP note of which this key is the text, signed by the key before; null for the first. */
  endorsement: z.nullable(z.string()),
})

export const listLogKeys = get('/log/keys', {
  summary: 'All keys that have signed checkpoints, oldest first, each endorsed by the one before',
  access: 'public',
  response: z.object({ keys: z.array(logKey) }),
})

export const readConsistency = get('/log/consistency', {
  summary: 'What proves that the tree of one size is the beginning of that of another (RFC 9162)',
  access: 'public',
  query: z.object({ from: sizeField, to: sizeField }),
  response: z.object({ hashes: z.array(hashField) }),
})

/** Everything that proves an event to be in the signed log. */
export const eventProof = z.object({
  kind: z.literal('keel-event-proof/1'),
  /** The key that has signed the checkpoint. */
  vkey: z.string(),
  /** With its content: the reader recomputes its hash. */
  event: provenEvent,
  leaf: z.object({
    position: positionField,
    /** Microseconds since 1970, UTC. */
    recorded_at_us: z.string().check(z.regex(/^\d{1,18}$/)),
    /** Hexadecimal. */
    event_hash: z.string(),
  }),
  leaf_hash: hashField,
  /** Of the leaf, from 0. */
  index: z.number(),
  /** The inclusion proof, from the leaf upwards. */
  path: z.array(hashField),
  checkpoint: z.string(),
})
export type EventProofFile = z.infer<typeof eventProof>

export const readEventProof = get('/api/proofs/events/:position', {
  summary: 'What proves that an event is in the signed log, for its owner and staff',
  access: 'user',
  params: z.object({ position: positionField }),
  /** Null until a checkpoint covers the event, within a minute. */
  response: z.nullable(eventProof),
})
