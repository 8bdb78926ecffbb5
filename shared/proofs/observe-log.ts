import type { EndorsedKey } from './trusted-keys.ts'
import {
  type Alarm,
  judge,
  type Testimony,
  type Unproven,
  type Unreadable,
  type Verified,
  type Witnessed,
} from './witness-state.ts'

/** Access to a log. Each method throws if there is no response, which is not a finding. */
export interface LogSource {
  /** GET /log/checkpoint */
  checkpoint(): Promise<string>
  /** GET /log/keys */
  keys(): Promise<readonly EndorsedKey[]>
  /** GET /log/consistency: hashes in base64; null if the server refuses. */
  consistency(from: number, to: number): Promise<readonly string[] | null>
}

/** A finding, with its evidence. */
export type Observation =
  | Verified
  | Unreadable
  | Unproven
  | (Alarm & { readonly testimony: Testimony })

/**
 * Asks a log for its checkpoint and verifies it against what a witness has kept. Without anything kept
 * the witness trusts the keys that the log names, and no response is an alarm.
 *
 * An alarm is raised only if the log gives cause for it twice in a row, because a response that was
 * damaged in transit is not damaged again.
 *
 * @throws what the source throws
 */
export async function observe(
  kept: Witnessed | undefined,
  source: LogSource,
  atMs: number,
): Promise<Observation> {
  if (!kept) return meet(source, atMs)
  const first = await ask(kept, source, atMs)
  return first.outcome === 'alarm' ? ask(kept, source, atMs) : first
}

async function meet(source: LogSource, atMs: number): Promise<Observation> {
  // The keys after the checkpoint: one that was replaced between the two is still among them.
  const note = await source.checkpoint()
  const keys = (await source.keys()).map(({ vkey }) => vkey)
  const judgement = await judge({ keys, newest: undefined }, { note, listed: [], atMs })
  return judgement.outcome === 'accepted' ? judgement : { outcome: 'unreadable' }
}

async function ask(kept: Witnessed, source: LogSource, atMs: number): Promise<Observation> {
  let testimony: Testimony = { note: await source.checkpoint(), atMs }
  for (;;) {
    const judgement = await judge(kept, testimony)
    if (judgement.outcome === 'keys wanted') {
      testimony = { ...testimony, listed: await source.keys() }
    } else if (judgement.outcome === 'proof wanted') {
      const { from, to } = judgement.sizes
      testimony = { ...testimony, proof: await source.consistency(from, to) }
    } else if (judgement.outcome === 'alarm') {
      return { ...judgement, testimony }
    } else {
      return judgement
    }
  }
}
