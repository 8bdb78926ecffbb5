/**
 * Invariants of the ledger, in the order of their checks: each builds on the ones before it.
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

/** incremental: events since the last sound run, and all balances. full: every event. */
export const RECONCILIATION_SCOPES = ['incremental', 'full'] as const
export type ReconciliationScope = (typeof RECONCILIATION_SCOPES)[number]

/** A run without progress for this long has ended with its process. */
export const RECONCILIATION_SILENCE_MS = 60_000
