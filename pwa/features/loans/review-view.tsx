import { HandCoins } from 'lucide-react'
import { IdentifiedUser } from '#pwa/components/user-link.tsx'
import { problemOr, type ReviewView } from '#pwa/reviews/review-view.ts'
import { Money } from '#pwa/ui/money.tsx'
import { type ReviewedLoan, reviewedLoan } from '#shared/contract/loan-reviews.ts'
import { formatDate } from '#shared/format.ts'
import { LOAN_SYMBOL } from '#shared/rules/loans.ts'
import { msg, t } from '#shared/text/t.ts'
import { ApplicantLink, exposureRows, LoanFacts } from './loan-facts.tsx'
import { useReviewLoan } from './use-loan-review.ts'

/** How staff review a loan: an approval credits it, a rejection is confirmed twice. */
export const loanReview: ReviewView<ReviewedLoan> = {
  kind: 'loan',
  label: msg('Loan'),
  plural: msg('Loans'),
  icon: HandCoins,
  permission: 'loans.review',
  paysOut: () => true,
  listsDebt: true,
  schema: reviewedLoan,
  caseIdOf: ({ id }) => id,
  standingOf: (loan) => loan,
  Subject: ({ subject }) => <LoanFacts loan={subject} />,
  decision: {
    titles: { approve: msg('Approve this loan?'), reject: msg('Reject loan application') },
    rows: (loan, act) => [
      { label: t('Applicant'), value: <ApplicantLink loan={loan} /> },
      { label: t('Account'), value: <IdentifiedUser id={loan.user_id} user={loan.users} /> },
      ...(act === 'reject'
        ? [{ label: t('Amount'), value: <Money amount={loan.amount} as="usd" />, strong: true }]
        : creditRows(loan)),
    ],
    reason: { isRequired: true, confirmTitle: msg('Reject this loan?') },
    Extra: ({ subject, act }) =>
      act === 'approve' &&
      !subject.needs_second_approval && (
        <p className="text-fg-2 text-sm">
          {t('The amount is credited to the user’s available balance at once.')}
        </p>
      ),
    useSend: useReviewLoan,
    problemOf: (failure, act) => {
      const { message, ...problem } = problemOr(msg('Action failed'))(failure)
      return { ...problem, message: t(FAILED[act], { reason: message }) }
    },
  },
}

const FAILED = {
  approve: msg('Failed to approve loan: {reason}'),
  reject: msg('Failed to reject loan: {reason}'),
} as const

function creditRows(loan: ReviewedLoan) {
  const credits = <Money amount={loan.amount} symbol={LOAN_SYMBOL} />
  return [
    { label: t('Credits'), value: credits, strong: true },
    { label: t('Interest'), value: t('{rate}% once', { rate: loan.rates.interest }) },
    {
      label: t('Term'),
      value: t('{days, plural, one {# day} other {# days}}, until {day} if approved today', {
        days: loan.duration,
        day: formatDate(loan.due_at),
      }),
    },
    ...exposureRows(loan),
  ]
}
