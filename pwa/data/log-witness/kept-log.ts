import type { LogEvidence } from '#shared/proofs/log-evidence.ts'
import type { Witnessed } from '#shared/proofs/witness-state.ts'

/**
 * What this device has verified of the signed log. It belongs to the device, not to a user: the
 * next user who logs in sees the same warnings.
 */
export interface KeptLog {
  readonly name: 'newest'
  readonly witnessed: Witnessed
  /** How many events the newest checkpoint covers. */
  readonly size: number
  /** When this device first saw the newest checkpoint, epoch ms. */
  readonly seenAtMs: number
  /** When the server last proved that its log continues it, epoch ms. */
  readonly verifiedAtMs: number
}

/** The first contradiction that was not read yet. It stays until the user trusts the log again. */
export interface LogAlarm {
  readonly name: 'first'
  readonly evidence: LogEvidence
  /** When a user of this device said that they had read the warning, epoch ms. */
  readonly readAtMs: number | undefined
}

/** The tree of a proof's verified checkpoint: offline it cannot be verified again. */
export interface SeenHead {
  readonly size: number
  readonly root: Uint8Array
  readonly seenAtMs: number
  readonly usedAtMs: number
}
