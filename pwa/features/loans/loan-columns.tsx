import { RequestMarks } from '#pwa/reviews/request-marks.tsx'
import { ReviewButtons } from '#pwa/reviews/review-buttons.tsx'
import type { ReviewAct } from '#pwa/reviews/review-view.ts'
import { Button } from '#pwa/ui/button.tsx'
import type { Column } from '#pwa/ui/data-list.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { StatusBadge } from '#pwa/ui/status-badge.tsx'
import type { ReviewedLoan } from '#shared/contract/loans.ts'
import { formatDate } from '#shared/format.ts'
import { applicantOf, statusOf } from './applicant.ts'
import { loanReview } from './review-view.tsx'

export type LoanAct = 'details' | ReviewAct

export function loanColumns(
  onAct: (loan: ReviewedLoan, act: LoanAct) => void,
): Column<ReviewedLoan>[] {
  return [
    {
      header: 'Applicant',
      phone: 'title',
      cell: (loan) => {
        const { name, email } = applicantOf(loan)
        return (
          <span className="flex min-w-0 max-w-52 flex-col @2xl:max-w-28 @4xl:max-w-40">
            <span title={name} className="truncate">
              {name}
            </span>
            <span title={email} className="truncate font-normal text-fg-3 text-xs">
              {email}
            </span>
          </span>
        )
      },
    },
    {
      header: 'Amount',
      align: 'end',
      phone: 'value',
      cell: ({ amount, duration }) => (
        <span className="flex flex-col items-end">
          <Money amount={amount} as="usd" />
          <span className="num font-normal text-fg-3 text-xs">{duration} days</span>
        </span>
      ),
    },
    {
      header: 'Purpose',
      wide: true,
      phone: 'line',
      cell: ({ purpose }) => (
        <span
          title={purpose}
          className="max-w-44 truncate first-letter:uppercase @2xl:block @2xl:max-w-20 @4xl:max-w-32"
        >
          {purpose}
        </span>
      ),
    },
    { header: 'Status', phone: 'aside', cell: (loan) => <StatusBadge status={statusOf(loan)} /> },
    {
      header: 'Applied',
      phone: 'line',
      cell: ({ created_at }) => <span className="num">{formatDate(created_at)}</span>,
    },
    {
      header: 'Actions',
      phone: 'actions',
      cell: (loan) => <LoanActions loan={loan} onAct={(act) => onAct(loan, act)} />,
    },
  ]
}

function LoanActions({ loan, onAct }: { loan: ReviewedLoan; onAct: (act: LoanAct) => void }) {
  const { name } = applicantOf(loan)
  return (
    <span className="flex flex-col items-end gap-2">
      {loan.status === 'pending' && <RequestMarks view={loanReview} subject={loan} />}
      <span className="flex flex-wrap justify-end gap-2">
        <Button
          size="small"
          variant="ghost"
          className="@2xl:px-2"
          aria-label={`View Details of the loan of ${name}`}
          onClick={() => onAct('details')}
        >
          View Details
        </Button>
        {loan.status === 'pending' && (
          <ReviewButtons
            view={loanReview}
            subject={loan}
            of={`the loan of ${name}`}
            onAct={onAct}
          />
        )}
      </span>
    </span>
  )
}
