import { base64 } from '@scure/base'
import { DAY_MS } from '#shared/time.ts'
import { openCheckpoint, parseCheckpoint, type SignedCheckpoint } from './checkpoint.ts'
import { MalformedNote, parseNote } from './signed-note.ts'
import { HASH_BYTES, type Hash, isSameHash, portableHashing } from './tree-hashing.ts'
import { isConsistent, type TreeHead } from './tree-proofs.ts'
import { type EndorsedKey, extendTrust, readable } from './trusted-keys.ts'

/** What a witness keeps of a log, as plain data. */
export interface Witnessed {
  /** The keys that it trusts, as C2SP verifier keys; those before vouch for those that follow. */
  readonly keys: readonly string[]
  /** The newest checkpoint that it has verified, as a note; undefined before the first. */
  readonly newest: string | undefined
  /** Since when, and on how many visits in a row, the log has not proved what it showed. */
  readonly unproven?: { readonly sinceMs: number; readonly visits: number }
}

/** What a log says about itself, as far as a witness has asked. */
export interface Testimony {
  /** Its checkpoint. */
  readonly note: string
  /** Its keys, oldest first. */
  readonly listed?: readonly EndorsedKey[] | undefined
  /** The proof between the kept and the shown checkpoint: hashes in base64; null if it was refused. */
  readonly proof?: readonly string[] | null | undefined
  /** When it was asked, epoch ms. */
  readonly atMs: number
}

export type AlarmReason =
  /** Two signed checkpoints have one size and different roots. */
  | 'fork'
  /** The shown checkpoint is no continuation of the kept one, nor an earlier state of it. */
  | 'inconsistent'
  /** No trusted key has signed the checkpoint, and none of them leads to a key that has. */
  | 'unknown_key'
  /** The log has not proved for a day that what it shows continues the kept checkpoint. */
  | 'unproven'

export interface Alarm {
  readonly outcome: 'alarm'
  readonly reason: AlarmReason
}

export interface Verified {
  /** accepted: it is now the newest. older: it was verified, and the kept one stays. */
  readonly outcome: 'accepted' | 'unchanged' | 'older'
  readonly witnessed: Witnessed
  readonly checkpoint: SignedCheckpoint
}

/** Nothing was learnt: what should be a checkpoint is none. */
export interface Unreadable {
  readonly outcome: 'unreadable'
}

/** The log has not proved what it shows, as a server that lags behind cannot. */
export interface Unproven {
  readonly outcome: 'unproven'
  readonly witnessed: Witnessed
}

export type Wanted =
  | { readonly outcome: 'keys wanted' }
  | { readonly outcome: 'proof wanted'; readonly sizes: { from: number; to: number } }

export type Judgement = Verified | Alarm | Unreadable | Unproven | Wanted

/** A server that lags behind has caught up by then; so has one that was restarted or misconfigured. */
const UNPROVEN_MS_MAX = DAY_MS
/** An app that is opened twice a month may meet two short failures. */
const UNPROVEN_VISITS_MAX = 10

/**
 * Compares what a log shows with what a witness has kept of it. Asks for the keys or for a proof where
 * the answer depends on them: the caller fetches them and asks again.
 *
 * Outcomes  a response that cannot be read is no alarm, since any network on the way may have sent it;
 *           a signed checkpoint that does not fit the kept one is, and so is one whose proof is refused
 *           for a day: a log that was cut short could otherwise wait until it has grown again
 * Source    docs/proofs.md, Witnesses; RFC 9162, section 2.1.4; C2SP tlog-checkpoint
 */
export async function judge(witnessed: Witnessed, testimony: Testimony): Promise<Judgement> {
  const { note, listed } = testimony
  if (!(await isCheckpoint(note))) return { outcome: 'unreadable' }
  const keys = listed ? await extendTrust(witnessed.keys, listed) : witnessed.keys
  const checkpoint = await openedBy(keys, note)
  if (!checkpoint) {
    return listed ? { outcome: 'alarm', reason: 'unknown_key' } : { outcome: 'keys wanted' }
  }
  const { newest } = witnessed
  if (newest === undefined) return accepted({ keys, newest }, checkpoint)
  return compare({ ...witnessed, keys, newest }, checkpoint, testimony)
}

function compare(
  witnessed: Witnessed & { newest: string },
  shown: SignedCheckpoint,
  { proof, atMs }: Testimony,
): Judgement {
  const kept = headOf(witnessed.newest)
  const { unproven: _, ...proven } = witnessed
  if (shown.size === kept.size) {
    if (!isSameHash(shown.root, kept.root)) return { outcome: 'alarm', reason: 'fork' }
    return { outcome: 'unchanged', witnessed: proven, checkpoint: shown }
  }
  const [older, newer] = shown.size < kept.size ? [shown, kept] : [kept, shown]
  // A tree without leaves is the beginning of any other.
  const given = older.size === 0 ? [] : proof
  if (given === undefined) {
    return { outcome: 'proof wanted', sizes: { from: older.size, to: newer.size } }
  }
  const hashes = given?.map(hashOf)
  if (!hashes?.every((hash) => hash !== undefined)) return unproven(witnessed, atMs)
  if (!isConsistent(portableHashing, hashes, { older, newer })) {
    return { outcome: 'alarm', reason: 'inconsistent' }
  }
  if (newer === kept) return { outcome: 'older', witnessed: proven, checkpoint: shown }
  return accepted(witnessed, shown)
}

function unproven(witnessed: Witnessed, atMs: number): Unproven | Alarm {
  const { sinceMs, visits } = witnessed.unproven ?? { sinceMs: atMs, visits: 0 }
  if (visits + 1 >= UNPROVEN_VISITS_MAX && atMs - sinceMs >= UNPROVEN_MS_MAX) {
    return { outcome: 'alarm', reason: 'unproven' }
  }
  const counted = { ...witnessed, unproven: { sinceMs, visits: visits + 1 } }
  return { outcome: 'unproven', witnessed: counted }
}

function accepted({ keys }: Witnessed, checkpoint: SignedCheckpoint): Verified {
  return { outcome: 'accepted', witnessed: { keys, newest: checkpoint.note }, checkpoint }
}

/** The tree of a kept note, which was verified before it was kept. */
export function headOf(note: string): TreeHead {
  return parseCheckpoint(parseNote(note))
}

/** Undefined unless one of the keys has signed it. */
async function openedBy(
  keys: readonly string[],
  note: string,
): Promise<SignedCheckpoint | undefined> {
  return whereReadable(() => openCheckpoint(note, keys.flatMap(readable)))
}

async function isCheckpoint(note: string): Promise<boolean> {
  return (await whereReadable(() => headOf(note))) !== undefined
}

async function whereReadable<Result>(
  read: () => Result | Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof MalformedNote) return undefined
    throw error
  }
}

function hashOf(text: string): Hash | undefined {
  try {
    const hash = base64.decode(text)
    return hash.length === HASH_BYTES ? hash : undefined
  } catch {
    return undefined
  }
}
