import type { EventProofFile } from '#shared/contract/signed-log.ts'
import { checkEventProof, type EventProofChecks } from '#shared/proofs/event-proof.ts'
import type { Observation } from '#shared/proofs/observe-log.ts'
import { isSameHash } from '#shared/proofs/tree-hashing.ts'
import type { TreeHead } from '#shared/proofs/tree-proofs.ts'
import { readable } from '#shared/proofs/trusted-keys.ts'
import { headOf } from '#shared/proofs/witness-state.ts'
import { DAY_MS } from '#shared/time.ts'
import { db } from '../db.ts'
import { keptLog, visitWith } from './visit-log.ts'

/** What this device finds out about the proof of an event. */
export interface ProofFinding {
  readonly checks: EventProofChecks
  /** Whether the signed tree fits the one that this device keeps; unknown until they are compared. */
  readonly fit: 'consistent' | 'contradiction' | 'unknown'
  /** How many events the signed tree has. */
  readonly size: number
  /** When this device first saw it, epoch ms; undefined if it could not be compared yet. */
  readonly seenAtMs: number | undefined
}

const KEPT_MS = 30 * DAY_MS

/**
 * Verifies a proof, and its checkpoint against the log that this device follows. A checkpoint that
 * was compared before is recognised offline. A proof stored by an earlier run does not come from
 * the server, so it is compared with what this device has stored, never with a new checkpoint.
 *
 * @throws if the checkpoint cannot be read
 */
export async function verifyProof(file: EventProofFile, isFresh: boolean): Promise<ProofFinding> {
  const head = headOf(file.checkpoint)
  const fit = (await isSeen(head)) ? 'consistent' : await compare(file.checkpoint, isFresh)
  if (fit === 'consistent') await remember(head)
  const keys = (await keptLog())?.witnessed.keys ?? []
  return {
    checks: await checkEventProof(file, keys.flatMap(readable)),
    fit,
    size: head.size,
    seenAtMs: fit === 'consistent' ? (await db.seenHeads.get(head.size))?.seenAtMs : undefined,
  }
}

async function isSeen({ size, root }: TreeHead): Promise<boolean> {
  const seen = await db.seenHeads.get(size)
  return seen !== undefined && isSameHash(seen.root, root)
}

async function compare(note: string, isFresh: boolean): Promise<ProofFinding['fit']> {
  return isFresh ? FITS[await visitWith(note).catch(() => 'unreadable' as const)] : 'unknown'
}

const FITS: Readonly<Record<Observation['outcome'], ProofFinding['fit']>> = {
  accepted: 'consistent',
  unchanged: 'consistent',
  older: 'consistent',
  alarm: 'contradiction',
  unproven: 'unknown',
  unreadable: 'unknown',
}

async function remember({ size, root }: TreeHead): Promise<void> {
  const nowMs = Date.now()
  const seenAtMs = (await db.seenHeads.get(size))?.seenAtMs ?? nowMs
  await db.seenHeads.put({ size, root, seenAtMs, usedAtMs: nowMs })
  await db.seenHeads
    .where('usedAtMs')
    .below(nowMs - KEPT_MS)
    .delete()
}
