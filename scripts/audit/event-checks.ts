import type { Account } from '#server/ledger/chart.ts'
import { trustedKeys } from '#server/ledger/verify-checkpoint.ts'
import type { NoteKey } from '#shared/proofs/signed-note.ts'
import type { EndorsedKey } from '#shared/proofs/trusted-keys.ts'
import { AuditFault } from './audit-fault.ts'

/** An event of one of the types that a check has asked for. */
export interface AuditedEvent {
  readonly position: number
  readonly type: string
  /** As it was written: older versions are not converted. */
  readonly data: unknown
}

/** A check of what single types of event say, in the order of their positions. */
export interface EventCheck {
  readonly types: readonly string[]
  /**
   * @param balances of every account after the event
   * @throws AuditFault
   */
  next(event: AuditedEvent, balances: ReadonlyMap<Account, bigint>): void | Promise<void>
  /** What the report says of it. */
  summary(): string
}

type AdoptedKey = EndorsedKey & { readonly origin: string }

/** The keys that have signed checkpoints, each endorsed by the one before. */
export class LogKeys implements EventCheck {
  readonly types = ['LogKeyAdopted']
  readonly #adopted: AdoptedKey[] = []
  #trusted: readonly NoteKey[] = []

  async next({ position, data }: AuditedEvent): Promise<void> {
    const key = data as AdoptedKey
    this.#adopted.push(key)
    this.#trusted = await trustedKeys(this.#adopted)
    if (this.#trusted.length === this.#adopted.length) return
    throw new AuditFault('keys', position, `the key ${key.vkey} is not endorsed by the one before`)
  }

  trusted(): readonly NoteKey[] {
    return this.#trusted
  }

  has(vkey: string): boolean {
    return this.#adopted.some((key) => key.vkey === vkey)
  }

  summary(): string {
    return `${this.#adopted.length} keys of the log: ${this.#adopted.map(({ vkey }) => vkey).join(', ')}`
  }
}

/**
 * Every check of single events beside that of the keys. Add one here, and what it finds to
 * `AUDIT_CHECKS`.
 */
export const EVENT_CHECKS: readonly (() => EventCheck)[] = []
