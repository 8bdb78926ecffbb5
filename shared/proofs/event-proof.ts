import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex, utf8 } from '@scure/base'
import { canonicalJson } from '#shared/canonical-json.ts'
import type { ProvenEvent } from '#shared/contract/proven-event.ts'
import type { EventProofFile } from '#shared/contract/signed-log.ts'
import { hashedText } from '#shared/event-text.ts'
import { type Checkpoint, openCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { leafEntry, leafIndexOf } from './log-leaf.ts'
import { type NoteKey, parseNote } from './signed-note.ts'
import { type Hash, portableHashing } from './tree-hashing.ts'
import { isIncluded } from './tree-proofs.ts'

/** What the proof of an event shows, step by step: each step depends on the previous ones. */
export interface EventProofChecks {
  /** The event's hash is that of its content. */
  readonly content: boolean
  /** The leaf is of this event, at its position. */
  readonly leaf: boolean
  /** The tree of the checkpoint has the leaf at its place. */
  readonly inclusion: boolean
  /** A trusted key has signed the checkpoint. */
  readonly signature: boolean
}

/**
 * Recomputes everything that an exported proof claims. The key named in the file is not trusted,
 * because the author of the file chose it.
 *
 * Source: docs/proofs.md, Inclusion; RFC 9162, section 2.1.3.2
 */
export async function checkEventProof(
  file: EventProofFile,
  trustedKeys: readonly NoteKey[],
): Promise<EventProofChecks> {
  const leafHash = orUndefined(() => leafHashOf(file.leaf))
  const head = orUndefined(() => parseCheckpoint(parseNote(file.checkpoint)))
  return {
    content: orUndefined(() => hashOfEvent(file.event)) === file.event.hash,
    leaf: leafHash !== undefined && isLeafOfEvent(file, leafHash),
    inclusion: leafHash !== undefined && head !== undefined && isIn(file, leafHash, head),
    signature: await isSignedBy(trustedKeys, file.checkpoint),
  }
}

export function isProven({ content, leaf, inclusion, signature }: EventProofChecks): boolean {
  return content && leaf && inclusion && signature
}

/**
 * The hash of an event, in hexadecimal, from what is shown of it: SHA-256 over the hash before it and
 * the text that the log writes by.
 */
export function hashOfEvent(event: ProvenEvent): string {
  const before = hex.decode(event.previous_hash ?? '')
  const content = utf8.decode(
    hashedText({
      stream: event.stream,
      version: event.version,
      type: event.type,
      key: event.key,
      requestHash: event.request_hash,
      schemaVersion: event.schema_version,
      dataText: canonicalJson(event.data),
      metadataText: canonicalJson(event.metadata),
      transfers: event.transfers,
    }),
  )
  const whole = new Uint8Array(before.length + content.length)
  whole.set(before)
  whole.set(content, before.length)
  return hex.encode(sha256(whole))
}

async function isSignedBy(keys: readonly NoteKey[], checkpoint: string): Promise<boolean> {
  return openCheckpoint(checkpoint, keys).then(
    () => true,
    () => false,
  )
}

function leafHashOf(leaf: EventProofFile['leaf']): Hash {
  return portableHashing.leaf(
    leafEntry({
      position: Number(leaf.position),
      recordedAtUs: BigInt(leaf.recorded_at_us),
      eventHash: hex.decode(leaf.event_hash),
    }),
  )
}

function isLeafOfEvent(file: EventProofFile, leafHash: Hash): boolean {
  const { event, leaf } = file
  return (
    leaf.event_hash === event.hash &&
    leaf.position === event.position &&
    file.index === leafIndexOf(Number(event.position)) &&
    file.leaf_hash === base64.encode(leafHash)
  )
}

function isIn({ index, path }: EventProofFile, leaf: Hash, head: Checkpoint): boolean {
  const hashes = orUndefined(() => path.map((hash) => base64.decode(hash)))
  return hashes !== undefined && isIncluded(portableHashing, { index, leaf, path: hashes }, head)
}

/** Unreadable data proves nothing. */
function orUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
