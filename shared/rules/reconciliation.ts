/**
 * What holds of the ledger at any moment, in the order in which it is looked at: each builds on the
 * ones before it.
 */
export const LEDGER_CHECKS = [
  'positions',
  'transfers',
  'overdrawn',
  'sums',
  'balances',
  'house',
  'journal',
  'chains',
  'documents',
  'holds',
] as const
export type LedgerCheck = (typeof LEDGER_CHECKS)[number]

/** incremental: what came since the last sound run, and all balances. full: every event. */
export const RECONCILIATION_SCOPES = ['incremental', 'full'] as const
export type ReconciliationScope = (typeof RECONCILIATION_SCOPES)[number]

/** A run that has said nothing for so long has ended with its process. */
export const RECONCILIATION_SILENCE_MS = 60_000
