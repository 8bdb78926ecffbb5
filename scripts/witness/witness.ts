import { base64 } from '@scure/base'
import { openCheckpoint, type SignedCheckpoint } from '#shared/proofs/checkpoint.ts'
import { type LogSource, type Observation, observe } from '#shared/proofs/observe-log.ts'
import { MalformedNote, parseNote } from '#shared/proofs/signed-note.ts'
import { isSameHash, portableHashing } from '#shared/proofs/tree-hashing.ts'
import { isConsistent, type TreeHead } from '#shared/proofs/tree-proofs.ts'
import { readable } from '#shared/proofs/trusted-keys.ts'
import {
  type AlarmReason,
  headOf,
  type Testimony,
  type Witnessed,
} from '#shared/proofs/witness-state.ts'
import type { AddedCheckpoint } from './add-checkpoint.ts'
import type { WitnessKey } from './witness-key.ts'

/**
 * The state that a witness keeps on disk, so that it never cosigns a contradiction after a restart.
 */
export interface WitnessState {
  readonly witnessed: Witnessed | undefined
  /** Whether it has found a contradiction, after which it cosigns nothing. */
  readonly isAlarmed: boolean
}

export interface WitnessStore {
  read(): Promise<WitnessState>
  /** Must be on disk when it resolves. */
  write(state: WitnessState): Promise<void>
}

export type Response =
  | { readonly status: 200; readonly cosignature: string }
  | { readonly status: 409; readonly size: number }
  | { readonly status: 400 | 403 | 404 | 422; readonly reason: string }

/** A statement of the log that contradicts an earlier one. */
export interface Contradiction {
  readonly reason: AlarmReason
  readonly kept: string | undefined
  readonly testimony: Testimony
}

interface WitnessParts {
  readonly store: WitnessStore
  /** Stores the evidence. */
  readonly onContradiction: (found: Contradiction) => Promise<void>
  readonly key: WitnessKey
  readonly nowMs: () => number
}

/**
 * Follows one log and cosigns what it has verified. Steps run one at a time, so that comparisons
 * use the state that is on disk.
 *
 * Source: docs/proofs.md, Witnesses; C2SP tlog-witness
 */
export class Witness {
  readonly #parts: WitnessParts
  #state: WitnessState
  #last: Promise<unknown> = Promise.resolve()

  private constructor(parts: WitnessParts, state: WitnessState) {
    this.#parts = parts
    this.#state = state
  }

  /** @param trusted the initial keys; if empty, the keys that the log names first are trusted */
  static async open(parts: WitnessParts, trusted: readonly string[]): Promise<Witness> {
    const state = await parts.store.read()
    const begun = trusted.length > 0 ? { keys: trusted, newest: undefined } : undefined
    return new Witness(parts, { ...state, witnessed: state.witnessed ?? begun })
  }

  get isAlarmed(): boolean {
    return this.#state.isAlarmed
  }

  /** Fetches the log's checkpoint. @throws errors of the source */
  look(source: LogSource): Promise<Observation> {
    return this.#inTurn(async () => {
      const { witnessed } = this.#state
      const found = await observe(witnessed, source, this.#parts.nowMs())
      if (found.outcome === 'alarm') await this.#alarm(found.reason, found.testimony)
      else if ('witnessed' in found && found.outcome !== 'unchanged') {
        await this.#keep({ ...this.#state, witnessed: found.witnessed })
      }
      return found
    })
  }

  /**
   * The newest checkpoint with its cosignature; undefined before the first one and after an alarm.
   */
  cosigned(): string | undefined {
    const { witnessed, isAlarmed } = this.#state
    const note = witnessed?.newest
    return note === undefined || isAlarmed ? undefined : note + this.#cosign(note)
  }

  witnessed(): Witnessed | undefined {
    return this.#state.witnessed
  }

  /** The newest checkpoint that it has verified. */
  newest(): TreeHead | undefined {
    const note = this.#state.witnessed?.newest
    return note === undefined ? undefined : headOf(note)
  }

  /** Cosigns a checkpoint that was sent with its proof. */
  add({ oldSize, proof, note }: AddedCheckpoint): Promise<Response> {
    return this.#inTurn(async () => {
      const opened = await this.#open(note)
      if ('status' in opened) return opened
      const kept = this.newest()
      const size = kept?.size ?? 0
      if (oldSize > opened.size) return { status: 400, reason: 'the old size is above the new one' }
      if (oldSize !== size) return { status: 409, size }
      if (kept?.size === opened.size && !isSameHash(kept.root, opened.root)) {
        // The log has signed two different trees of the same size.
        await this.#alarm('fork', { note, atMs: this.#parts.nowMs() })
        return { status: 409, size }
      }
      if (!follows(kept, opened, proof)) return { status: 422, reason: 'the proof does not verify' }
      const keys = this.#state.witnessed?.keys ?? []
      await this.#keep({ ...this.#state, witnessed: { keys, newest: note } })
      return { status: 200, cosignature: this.#cosign(note) }
    })
  }

  async #open(note: string): Promise<SignedCheckpoint | Extract<Response, { reason: string }>> {
    const keys = (this.#state.witnessed?.keys ?? []).flatMap(readable)
    try {
      const [origin] = parseNote(note).text.split('\n')
      if (!keys.some(({ name }) => name === origin)) {
        return { status: 404, reason: `the log ${origin} is not followed here` }
      }
    } catch (error) {
      return malformed(error, 400)
    }
    if (this.#state.isAlarmed) return { status: 403, reason: 'the log has contradicted itself' }
    try {
      return await openCheckpoint(note, keys)
    } catch (error) {
      return malformed(error, 403)
    }
  }

  #cosign(note: string): string {
    return this.#parts.key.cosign(parseNote(note).text, this.#parts.nowMs())
  }

  async #alarm(reason: AlarmReason, testimony: Testimony): Promise<void> {
    await this.#parts.onContradiction({ reason, testimony, kept: this.#state.witnessed?.newest })
    await this.#keep({ ...this.#state, isAlarmed: true })
  }

  async #keep(state: WitnessState): Promise<void> {
    await this.#parts.store.write(state)
    this.#state = state
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work)
    this.#last = result.catch(() => {})
    return result
  }
}

function malformed(error: unknown, status: 400 | 403) {
  if (!(error instanceof MalformedNote)) throw error
  return { status, reason: error.message } as const
}

function follows(older: TreeHead | undefined, newer: TreeHead, proof: readonly string[]): boolean {
  if (!older) return proof.length === 0
  const hashes = proof.map((hash) => base64.decode(hash))
  return isConsistent(portableHashing, hashes, { older, newer })
}
