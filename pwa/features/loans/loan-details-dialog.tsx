import { RequestMarks } from '#pwa/reviews/request-marks.tsx'
import { ReviewButtons } from '#pwa/reviews/review-buttons.tsx'
import type { ReviewAct } from '#pwa/reviews/review-view.ts'
import { StatusBadge } from '#pwa/ui/badge.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import type { ReviewedLoan } from '#shared/contract/loan-reviews.ts'
import { t } from '#shared/text/t.ts'
import { LoanFacts, statusOf } from './loan-facts.tsx'
import { loanReview } from './review-view.tsx'
import { useLoanForReview } from './use-loan-review.ts'

interface LoanDetailsDialogProps {
  /** As the list showed it; newer data replaces it when it arrives. */
  listed: ReviewedLoan
  onAct: (act: ReviewAct) => void
  onClose: () => void
}

export function LoanDetailsDialog({ listed, onAct, onClose }: LoanDetailsDialogProps) {
  const fresh = useLoanForReview(listed.id)
  const loan = fresh.data ?? listed
  return (
    <Dialog
      onClose={onClose}
      title={t('Loan Details')}
      footer={
        loan.status === 'pending' && (
          <ReviewButtons view={loanReview} subject={loan} size="wide" onAct={onAct} />
        )
      }
    >
      <div className="flex flex-col gap-5">
        <div className="flex items-center justify-between gap-3">
          <Money amount={loan.amount} as="usd" className="font-semibold text-fg text-xl" />
          <span className="flex flex-wrap justify-end gap-1.5">
            {loan.status === 'pending' && <RequestMarks view={loanReview} subject={loan} />}
            <StatusBadge status={statusOf(loan)} />
          </span>
        </div>
        {fresh.error && <Notice tone="danger">{fresh.error.message}</Notice>}
        <LoanFacts loan={loan} />
      </div>
    </Dialog>
  )
}
