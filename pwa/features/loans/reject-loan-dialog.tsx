import { useState } from 'react'
import { useReviewToast } from '#pwa/reviews/use-review-toast.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { Textarea } from '#pwa/ui/textarea.tsx'
import type { ReviewedLoan } from '#shared/contract/loans.ts'
import { describeRefusal } from '#shared/errors.ts'
import { applicantOf } from './applicant.ts'
import { useReviewLoan } from './use-loan-review.ts'

interface RejectLoanDialogProps {
  loan: ReviewedLoan
  onClose: () => void
}

/** Takes the reason, then asks once more. */
export function RejectLoanDialog({ loan, onClose }: RejectLoanDialogProps) {
  const { submit, isSubmitting } = useReviewLoan()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const tell = useReviewToast({ failed: 'Action failed', prefix: 'Failed to reject loan: ' })
  const summary = (
    <SummaryList
      rows={[
        { label: 'Applicant', value: applicantOf(loan).name },
        { label: 'Amount', value: <Money amount={loan.amount} as="usd" />, strong: true },
      ]}
    />
  )

  function ask() {
    const isMissing = reason.trim() === ''
    setError(isMissing ? describeRefusal('review.reason_required').message : undefined)
    setIsAsking(!isMissing)
  }

  async function reject() {
    const result = await submit({
      params: { id: loan.id },
      body: { action: 'reject', rejectionReason: reason.trim() },
    })
    tell(result)
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Reject loan application"
      size="small"
      footer={
        <>
          <Button className="flex-1 md:flex-none" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" className="flex-1 md:flex-none" onClick={ask}>
            Reject
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {summary}
        <Field label="Rejection Reason" hint="The user reads this." error={error}>
          <Textarea
            maxLength={1000}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Reject this loan?"
        confirmLabel="Reject"
        tone="danger"
        busy={isSubmitting}
        onConfirm={() => void reject()}
      >
        <div className="flex flex-col gap-4">
          {summary}
          <p className="wrap-anywhere">
            <span className="block text-fg-3 text-xs">Rejection reason</span>
            {reason.trim()}
          </p>
        </div>
      </ConfirmDialog>
    </Dialog>
  )
}
