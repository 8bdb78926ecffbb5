import type { LedgerCheck } from '#shared/rules/reconciliation.ts'
import { msg } from '#shared/text/t.ts'

/** What each check looks for, for readers who do not know the tables. */
export const CHECK_TEXTS: Readonly<Record<LedgerCheck, { label: string; meaning: string }>> = {
  positions: { label: msg('The log is complete'), meaning: msg('No position is missing.') },
  transfers: {
    label: msg('Transfers are sound'),
    meaning: msg('Each has an amount above zero and stays within one asset.'),
  },
  overdrawn: {
    label: msg('No negative balance'),
    meaning: msg('No user was below zero after any event.'),
  },
  sums: {
    label: msg('Assets sum to zero'),
    meaning: msg('User balances equal what the house accounts paid.'),
  },
  balances: {
    label: msg('Balances follow from the log'),
    meaning: msg('Replaying every transfer gives the balance that each user sees.'),
  },
  house: {
    label: msg('House accounts follow from the log'),
    meaning: msg('Replaying every transfer gives the balance of each house account.'),
  },
  journal: {
    label: msg('The journal is complete'),
    meaning: msg('No line of any statement is missing, and each has the balance after it.'),
  },
  chains: {
    label: msg('Hash chains are unbroken'),
    meaning: msg('No event was changed, and each moved the amounts that it records.'),
  },
  tree: {
    label: msg('The log matches what was signed'),
    meaning: msg('Every signed checkpoint covers exactly the events that the log has.'),
  },
  documents: {
    label: msg('States follow from their events'),
    meaning: msg('Each request and position matches its events.'),
  },
  lists: {
    label: msg('Lists show what is stored'),
    meaning: msg('Every staff list shows each request exactly as its events define it.'),
  },
  holds: {
    label: msg('Frozen money belongs to open items'),
    meaning: msg('Each frozen amount matches what open requests and positions hold.'),
  },
  limits: {
    label: msg('Limits count what is open'),
    meaning: msg('What counts against each limit equals the total of open trades.'),
  },
  prices: {
    label: msg('Results follow from recorded prices'),
    meaning: msg('Each trade began and ended at the first recorded price that could decide.'),
  },
  approvals: {
    label: msg('Large approvals need two people'),
    meaning: msg('What each member of staff approved alone stays within the limits.'),
  },
  signatures: {
    label: msg('Large approvals are signed'),
    meaning: msg('Staff who have a passkey signed what they approved, and nothing else.'),
  },
}
