/** Kinds of activity that change a user's balances. */
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

/** A statement covers at most a year, including a leap day. */
export const STATEMENT_DAYS_MAX = 366
export const STATEMENT_LINES_MAX = 100_000
