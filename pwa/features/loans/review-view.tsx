import { HandCoins } from 'lucide-react'
import { problemOr, type ReviewView } from '#pwa/reviews/review-view.ts'
import { Money } from '#pwa/ui/money.tsx'
import { type ReviewedLoan, reviewedLoan } from '#shared/contract/loans.ts'
import { formatDate } from '#shared/format.ts'
import { LOAN_SYMBOL } from '#shared/rules/loans.ts'
import { ApplicantLink, exposureRows, LoanFacts } from './loan-facts.tsx'
import { useReviewLoan } from './use-loan-review.ts'

/** How staff review a loan: an approval credits it, a rejection is confirmed twice. */
export const loanReview: ReviewView<ReviewedLoan> = {
  kind: 'loan',
  label: 'Loan',
  plural: 'Loans',
  icon: HandCoins,
  permission: 'loans.review',
  needsVerification: true,
  schema: reviewedLoan,
  caseIdOf: ({ id }) => id,
  standingOf: (loan) => loan,
  Subject: ({ subject }) => <LoanFacts loan={subject} />,
  decision: {
    titles: { approve: 'Approve this loan?', reject: 'Reject loan application' },
    rows: (loan, act) => [
      { label: 'Applicant', value: <ApplicantLink loan={loan} /> },
      ...(act === 'reject'
        ? [{ label: 'Amount', value: <Money amount={loan.amount} as="usd" />, strong: true }]
        : creditRows(loan)),
    ],
    reason: { isRequired: true, confirmTitle: 'Reject this loan?' },
    Extra: ({ subject, act }) =>
      act === 'approve' &&
      !subject.needs_second_approval && (
        <p className="text-fg-2 text-sm">
          The amount is credited to the user’s available balance at once.
        </p>
      ),
    useSend: useReviewLoan,
    problemOf: (failure, act) => {
      const { message, ...problem } = problemOr('Action failed')(failure)
      return { ...problem, message: `Failed to ${act} loan: ${message}` }
    },
  },
}

function creditRows(loan: ReviewedLoan) {
  const credits = <Money amount={loan.amount} symbol={LOAN_SYMBOL} />
  return [
    { label: 'Credits', value: credits, strong: true },
    { label: 'Interest', value: `${loan.rates.interest}% once` },
    {
      label: 'Term',
      value: `${loan.duration} days, until ${formatDate(loan.due_at)} if approved today`,
    },
    ...exposureRows(loan),
  ]
}
