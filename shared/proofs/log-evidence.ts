import type { AlarmReason, Testimony, Witnessed } from './witness-state.ts'

/** Everything that a witness needs to prove to others what it has found. */
export interface LogEvidence {
  readonly reason: AlarmReason
  /** What it had verified before. */
  readonly kept: Witnessed
  /** When it first saw the kept checkpoint, epoch ms by its own clock. */
  readonly keptAtMs: number
  /** What the log showed then. */
  readonly testimony: Testimony
  /** The address of the server that answered. */
  readonly address: string
}

const FINDINGS: Readonly<Record<AlarmReason, string>> = {
  fork: 'two signed checkpoints have the same size and different roots',
  inconsistent: 'the log shown is not consistent with the log verified before',
  unknown_key: 'no trusted key has signed the checkpoint, and none endorses one that has',
  unproven: 'for a day the log has refused to prove that it is consistent',
}

/**
 * One text file for an auditor or the press, in English wherever it was written. The notes are as they
 * were received, so that their signatures can be verified.
 *
 * Source: docs/proofs.md, Witnesses
 */
export function formatEvidence(evidence: LogEvidence): string {
  const { reason, kept, keptAtMs, testimony, address } = evidence
  const { note, listed, proof, atMs } = testimony
  return [
    `keel-log-evidence/1\n\nfinding: ${reason}: ${FINDINGS[reason]}\n`,
    `address: ${address}\nfound: ${timeOf(atMs)}\nkept since: ${timeOf(keptAtMs)}\n`,
    section('checkpoint verified before', kept.newest ?? ''),
    section('checkpoint shown now', note),
    section('trusted keys', lines(kept.keys)),
    section('consistency proof given', lines(proof ?? ['none'])),
    section('keys listed by the log', lines(listed?.map(({ vkey }) => vkey) ?? ['not asked'])),
    ...(listed ?? []).flatMap(({ vkey, endorsement }) =>
      endorsement === null ? [] : [section(`endorsement of ${vkey}`, endorsement)],
    ),
  ].join('')
}

function section(title: string, text: string): string {
  return `\n==== ${title} ====\n${text}`
}

function lines(each: readonly string[]): string {
  return each.map((line) => `${line}\n`).join('')
}

function timeOf(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
