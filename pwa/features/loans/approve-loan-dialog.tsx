import { SecondApprovalNotice } from '#pwa/reviews/approval-standing.tsx'
import { useReviewToast } from '#pwa/reviews/use-review-toast.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { ReviewedLoan } from '#shared/contract/loans.ts'
import { formatDate } from '#shared/format.ts'
import { LOAN_SYMBOL } from '#shared/rules/loans.ts'
import { applicantOf } from './applicant.ts'
import { useReviewLoan } from './use-loan-review.ts'

interface ApproveLoanDialogProps {
  loan: ReviewedLoan
  onClose: () => void
}

/** Asks once more, with what approval does. */
export function ApproveLoanDialog({ loan, onClose }: ApproveLoanDialogProps) {
  const { submit, isSubmitting } = useReviewLoan()
  const tell = useReviewToast({ failed: 'Action failed', prefix: 'Failed to approve loan: ' })

  async function approve() {
    tell(await submit({ params: { id: loan.id }, body: { action: 'approve' } }))
    onClose()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Approve this loan?"
      confirmLabel="Approve"
      tone="up"
      busy={isSubmitting}
      onConfirm={() => void approve()}
    >
      <div className="flex flex-col gap-4">
        {loan.needs_second_approval ? (
          <SecondApprovalNotice standing={loan} />
        ) : (
          <p>The amount is credited to the user’s available balance at once.</p>
        )}
        <SummaryList
          rows={[
            { label: 'Applicant', value: applicantOf(loan).name },
            {
              label: 'Credits',
              value: <Money amount={loan.amount} symbol={LOAN_SYMBOL} />,
              strong: true,
            },
            { label: 'Interest', value: `${loan.rates.interest}% once` },
            { label: 'Term', value: `${loan.duration} days, until ${formatDate(loan.due_at)}` },
          ]}
        />
      </div>
    </ConfirmDialog>
  )
}
