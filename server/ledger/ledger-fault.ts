import { LEDGER_CHECKS, type LedgerCheck } from '#shared/rules/reconciliation.ts'

/** Something in the ledger that is not as it must be. */
export class LedgerFault extends Error {
  override readonly name = 'LedgerFault'
}

/** Runs work on one event: whatever it throws is a fault of that event. */
export function withinEvent<T>(position: bigint | string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof LedgerFault) throw error
    throw new LedgerFault(`event ${position}: ${(error as Error).message}`, { cause: error })
  }
}

export interface FoundFault {
  readonly check: LedgerCheck
  /** The first fault that the check found. */
  readonly fault: string
  /** How many it found besides. */
  readonly more: number
}

/** What the checks have found so far; a fault does not keep the others from looking. */
export class Findings {
  readonly #faults = new Map<LedgerCheck, { fault: string; more: number }>()

  add(check: LedgerCheck, fault: string): void {
    const known = this.#faults.get(check)
    if (known) known.more += 1
    else this.#faults.set(check, { fault, more: 0 })
  }

  /** Runs a part of a check; its fault is written down. */
  within<T>(check: LedgerCheck, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof LedgerFault)) throw error
      this.add(check, error.message)
      return undefined
    }
  }

  /** In the order of the checks: what comes first may be the cause of what follows. */
  list(): FoundFault[] {
    return LEDGER_CHECKS.flatMap((check) => {
      const found = this.#faults.get(check)
      return found ? [{ check, ...found }] : []
    })
  }
}
