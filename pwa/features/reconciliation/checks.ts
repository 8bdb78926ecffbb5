import type { LedgerCheck } from '#shared/rules/reconciliation.ts'

/** What each check looks for, in words that need no knowledge of the tables. */
export const CHECK_TEXTS: Readonly<Record<LedgerCheck, { label: string; meaning: string }>> = {
  positions: { label: 'The log is complete', meaning: 'No position is missing.' },
  transfers: {
    label: 'Transfers are sound',
    meaning: 'Each has an amount above zero and stays within one asset.',
  },
  overdrawn: { label: 'No negative balance', meaning: 'No user was below zero after any event.' },
  sums: { label: 'Assets sum to zero', meaning: 'What users have is what the house gave.' },
  balances: {
    label: 'Balances follow from the log',
    meaning: 'Replaying every transfer leads to what each user is shown.',
  },
  house: {
    label: 'House accounts follow from the log',
    meaning: 'Replaying every transfer leads to what the house is said to hold.',
  },
  journal: {
    label: 'The journal is complete',
    meaning: 'Every line of every statement is there, with the balance after it.',
  },
  chains: {
    label: 'Hash chains are unbroken',
    meaning: 'No event was changed, and each moved what it says.',
  },
  documents: {
    label: 'States follow from their events',
    meaning: 'Every request and position is what its events made of it.',
  },
  lists: {
    label: 'Lists show what is stored',
    meaning: 'Every list of staff shows each request as its events made it.',
  },
  holds: {
    label: 'Frozen money is held by something',
    meaning: 'Each frozen amount is what open requests and positions hold.',
  },
  limits: {
    label: 'Limits count what is open',
    meaning: 'What counts against each limit is what open trades come to.',
  },
  prices: {
    label: 'Results follow from recorded prices',
    meaning: 'Each trade began and ended at the first recorded price that could decide.',
  },
  approvals: {
    label: 'Large approvals have two people',
    meaning: 'What each member of staff approved alone stays within the limits.',
  },
  signatures: {
    label: 'Large approvals are signed',
    meaning: 'Staff who have a passkey signed what they approved, and nothing else.',
  },
}
