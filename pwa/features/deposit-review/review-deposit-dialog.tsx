import { useState } from 'react'
import { failureText } from '#pwa/features/outbox/failure-text.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { Textarea } from '#pwa/ui/textarea.tsx'
import type { ReviewedDeposit } from '#shared/contract/deposits.ts'
import { formatAmount } from '#shared/format.ts'
import { useReviewDeposit } from './use-deposit-review.ts'

interface ReviewDepositDialogProps {
  deposit: ReviewedDeposit
  action: 'approve' | 'reject'
  onClose: () => void
}

const FAILED = { title: 'Error', message: 'Failed to review deposit request' }

/** Approve, or reject with a reason; either may carry notes. Source: spec 2 §2, §5, §8. */
export function ReviewDepositDialog({ deposit, action, onClose }: ReviewDepositDialogProps) {
  const { submit, isSubmitting } = useReviewDeposit()
  const showToast = useToasts((state) => state.show)
  const [notes, setNotes] = useState('')
  const [reason, setReason] = useState('')
  const [reverify, setReverify] = useState(false)
  const isRejection = action === 'reject'
  const isIncomplete = isRejection && reason.trim() === ''

  async function review() {
    const result = await submit({
      params: { id: deposit.id },
      body: {
        action,
        ...(notes.trim() === '' ? {} : { adminNotes: notes }),
        ...(isRejection ? { rejectionReason: reason, requireReverification: reverify } : {}),
      },
    })
    if (result.state === 'refused') {
      showToast({
        title: 'Error',
        message: failureText(result.failure, FAILED).message,
        tone: 'error',
      })
    } else if (result.state === 'done') {
      showToast({ title: 'Success', message: result.answer.message, tone: 'success' })
    }
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isRejection ? 'Reject deposit request' : 'Approve deposit request'}
      locked={isSubmitting}
      footer={
        <>
          <Button className="flex-1 md:flex-none" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button
            className="flex-1 md:flex-none"
            variant={isRejection ? 'danger' : 'up'}
            busy={isSubmitting}
            disabled={isIncomplete}
            onClick={() => void review()}
          >
            {isRejection ? 'Reject' : 'Approve'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SummaryList
          rows={[
            { label: 'User', value: deposit.users.full_name },
            {
              label: isRejection ? 'Amount' : 'Credits',
              value: `${formatAmount(deposit.amount)} ${deposit.symbol}`,
              strong: true,
            },
          ]}
        />
        <a href={deposit.screenshot_url} target="_blank" rel="noreferrer">
          <img
            src={deposit.screenshot_url}
            alt="Proof of the transfer, opens in full"
            className="h-40 w-full rounded-md border border-line bg-surface-2 object-contain"
          />
        </a>
        {isRejection && (
          <Field label="Rejection Reason" hint="The user reads this.">
            <Textarea
              maxLength={1000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        )}
        <Field label="Admin Notes" hint="The user reads these too." optional>
          <Textarea
            maxLength={2000}
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
          />
        </Field>
        {isRejection && (
          <Checkbox
            label="Require re-verification from user"
            checked={reverify}
            onChange={(event) => setReverify(event.target.checked)}
          />
        )}
      </div>
    </Dialog>
  )
}
