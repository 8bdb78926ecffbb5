import { trustedKeys } from '#server/ledger/verify-checkpoint.ts'
import type { NoteKey } from '#shared/proofs/signed-note.ts'
import type { EndorsedKey } from '#shared/proofs/trusted-keys.ts'
import { AuditFault } from './audit-fault.ts'
import type { AuditedEvent, EventCheck } from './event-check.ts'

type AdoptedKey = EndorsedKey & { readonly origin: string }

/** The keys that have signed checkpoints, each endorsed by the previous one. */
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
