import { LEDGER_CHECKS, type LedgerCheck } from '#shared/rules/reconciliation.ts'

/** An inconsistency in the ledger. */
export class LedgerFault extends Error {
  override readonly name = 'LedgerFault'
}

/** Runs work on one event and reports any error as a fault of that event. */
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
  /** How many more faults it found. */
  readonly more: number
}

/** The faults found so far; a fault does not stop the other checks. */
export class Findings {
  readonly #faults = new Map<LedgerCheck, { fault: string; more: number }>()

  add(check: LedgerCheck, fault: string): void {
    const known = this.#faults.get(check)
    if (known) known.more += 1
    else this.#faults.set(check, { fault, more: 0 })
  }

  /** Adds the faults that another run has found. */
  include(faults: readonly FoundFault[]): void {
    for (const { check, fault, more } of faults) {
      this.add(check, fault)
      const known = this.#faults.get(check)
      if (known) known.more += more
    }
  }

  /** Runs part of a check and records its fault. */
  within<T>(check: LedgerCheck, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof LedgerFault)) throw error
      this.add(check, error.message)
      return undefined
    }
  }

  get isEmpty(): boolean {
    return this.#faults.size === 0
  }

  /** In the order of the checks: an earlier fault may cause a later one. */
  list(): FoundFault[] {
    return LEDGER_CHECKS.flatMap((check) => {
      const found = this.#faults.get(check)
      return found ? [{ check, ...found }] : []
    })
  }
}
