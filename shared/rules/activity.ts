/** Kinds of activity in a user's balances. */
export const ACTIVITY_KINDS = [
  'deposit',
  'withdrawal',
  'order',
  'conversion',
  'futures',
  'stake',
  'loan',
  'adjustment',
] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** A statement covers a year at most, a leap day included. */
export const STATEMENT_DAYS_MAX = 366
export const STATEMENT_LINES_MAX = 100_000
