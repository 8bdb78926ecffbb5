import { useState } from 'react'
import { failureText } from '#pwa/features/outbox/failure-text.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { Textarea } from '#pwa/ui/textarea.tsx'
import type { ReviewedWithdrawal } from '#shared/contract/withdrawals.ts'
import { formatAmount } from '#shared/format.ts'
import { ProofPicker, proofProblemOf } from './proof-picker.tsx'
import { useReviewWithdrawal } from './use-withdrawal-review.ts'

interface ReviewWithdrawalDialogProps {
  withdrawal: ReviewedWithdrawal
  action: 'approve' | 'reject'
  onClose: () => void
}

const FAILED = { title: 'Error', message: 'Failed to review withdraw request' }

/** Approve, with a picture of the transfer if there is one, or reject. Source: spec 2 §2, §5, §8. */
export function ReviewWithdrawalDialog(props: ReviewWithdrawalDialogProps) {
  const { withdrawal, action, onClose } = props
  const { submit, isSubmitting } = useReviewWithdrawal()
  const showToast = useToasts((state) => state.show)
  const [notes, setNotes] = useState('')
  const [reason, setReason] = useState('')
  const [reverify, setReverify] = useState(false)
  const [proof, setProof] = useState<File>()
  const isRejection = action === 'reject'
  const proofProblem = proof && proofProblemOf(proof)

  async function review() {
    const result = await submit({
      params: { id: withdrawal.id },
      body: {
        action,
        ...(notes.trim() === '' ? {} : { adminNotes: notes }),
        ...(isRejection
          ? { rejectionReason: reason, requireReverification: reverify ? 'true' : 'false' }
          : {}),
      },
      files: isRejection || !proof ? {} : { screenshot: proof },
    })
    if (result.state === 'refused') {
      const { message } = failureText(result.failure, FAILED)
      showToast({ title: 'Error', message, tone: 'error' })
    } else if (result.state === 'done') {
      showToast({ title: 'Success', message: result.answer.message, tone: 'success' })
    }
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isRejection ? 'Reject withdraw request' : 'Approve withdraw request'}
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
            disabled={proofProblem !== undefined}
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
            { label: 'User', value: withdrawal.users.full_name },
            {
              label: isRejection ? 'Returns' : 'Leaves the platform',
              value: `${formatAmount(withdrawal.amount)} ${withdrawal.symbol}`,
              strong: true,
            },
            { label: 'Network', value: withdrawal.network, strong: true },
          ]}
        />
        {isRejection ? (
          <Field label="Rejection Reason" hint="The user reads this." optional>
            <Textarea
              maxLength={1000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        ) : (
          <>
            <div className="flex flex-col gap-2 rounded-md border border-line bg-surface-2 p-3">
              <code className="break-all text-center font-mono text-fg text-sm">
                {withdrawal.wallet_address}
              </code>
              <CopyButton text={withdrawal.wallet_address} label="Copy address" wide />
            </div>
            <Notice tone="warn">
              Approve once {withdrawal.symbol} is on its way on {withdrawal.network}: an approval is
              not undone.
            </Notice>
            <ProofPicker file={proof} onFileChange={setProof} problem={proofProblem} />
          </>
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
