import type { Loan } from '#shared/contract/loans.ts'
import { DAY_MS, epochMsOf } from '#shared/time.ts'

/** The loan that is due first, if that is before a stake which is opened now would end. */
export function loanDueFirst(
  loans: readonly Pick<Loan, 'due' | 'due_at' | 'rates'>[],
  { termDays, nowMs }: { readonly termDays: number; readonly nowMs: number },
) {
  const endsMs = nowMs + termDays * DAY_MS
  return loans
    .filter(({ due, due_at }) => due !== null && epochMsOf(due_at) < endsMs)
    .sort((one, other) => (one.due_at < other.due_at ? -1 : 1))[0]
}
