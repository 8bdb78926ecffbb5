import { LoanHistoryDialog } from '#pwa/features/loans/loan-history-dialog.tsx'
import { applyForLoan, cancelLoan, submitLoan } from '#shared/contract/loans.ts'
import type { Queueing } from '#tests/pwa/support/queueing.ts'

const loans = <LoanHistoryDialog open onClose={() => undefined} />

export const queueing: readonly Queueing[] = [
  {
    route: submitLoan,
    body: { amount: '100', duration: '7' },
    list: loans,
    shows: 'Loan for 7 days',
  },
  {
    route: applyForLoan,
    body: { amount: '1000', duration: '30' },
    list: loans,
    shows: '1,000 USD',
  },
  { route: cancelLoan, body: undefined, list: loans, shows: 'Cancel a loan application' },
]
