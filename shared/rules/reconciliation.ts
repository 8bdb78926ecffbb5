/**
 * Invariants of the ledger, in the order of their checks: each relies on the checks before it.
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
  'tree',
  'documents',
  'lists',
  'holds',
  'limits',
  'prices',
  'approvals',
  'signatures',
] as const
export type LedgerCheck = (typeof LEDGER_CHECKS)[number]

/** incremental: events since the last run without faults, and all balances. full: every event. */
export const RECONCILIATION_SCOPES = ['incremental', 'full'] as const
export type ReconciliationScope = (typeof RECONCILIATION_SCOPES)[number]
