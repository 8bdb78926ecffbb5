/** The first thing in the ledger that is not as it must be. */
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
