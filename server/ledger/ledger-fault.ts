/** The first thing in the ledger that is not as it must be. */
export class LedgerFault extends Error {
  override readonly name = 'LedgerFault'
}
