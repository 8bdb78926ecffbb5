import { epochMsOf, HOUR_MS, type Instant } from '#shared/time.ts'

/**
 * What does not count as a borrower's delay, because the platform kept them from repaying.
 *
 * Source: docs/product.md, Loans
 */
export interface Delay {
  /**
   * Periods after the due date during which the account was disabled, if the borrower's money was
   * not enough to repay when it was disabled; `until` is null while it still is.
   */
  readonly disabled: readonly { readonly from: Instant; readonly until: Instant | null }[]
  /** A deposit that would have repaid the loan if it had not waited for review. */
  readonly deposit: { readonly submittedAt: Instant; readonly countsUntil: Instant } | null
}

/** With the deposit's id, for the event. */
export interface LoanDelay extends Delay {
  readonly depositId?: string
}

/** A borrower whose delay the platform did not cause. */
export const OWN_DELAY: Delay = { disabled: [], deposit: null }

/** After its approval, a deposit counts for this long. */
export const DEPOSIT_COUNTS_HOURS = 24

export function depositCountsUntil(approvedAt: Instant): number {
  return epochMsOf(approvedAt) + DEPOSIT_COUNTS_HOURS * HOUR_MS
}

/**
 * The time up to which days of delay count: that of the deposit instead of now, minus the time
 * since the due date during which the disabled account kept the borrower from repaying.
 *
 * Source   docs/product.md, Loans
 */
export function delayCountedAt(
  { disabled, deposit }: Delay,
  { dueMs, nowMs }: { readonly dueMs: number; readonly nowMs: number },
): number {
  const counts = deposit !== null && nowMs < epochMsOf(deposit.countsUntil)
  const asOfMs = counts ? Math.min(nowMs, epochMsOf(deposit.submittedAt)) : nowMs
  const disabledMs = disabled.reduce((sum, { from, until }) => {
    const endMs = Math.min(until === null ? asOfMs : epochMsOf(until), asOfMs)
    return sum + Math.max(0, endMs - Math.max(epochMsOf(from), dueMs))
  }, 0)
  return asOfMs - disabledMs
}
