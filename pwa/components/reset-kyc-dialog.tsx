import { useState } from 'react'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { problemOfFailure } from '#pwa/ui/problem.ts'
import { Textarea } from '#pwa/ui/textarea.tsx'
import { resetKyc } from '#shared/contract/kyc.ts'

interface ResetKycDialogProps {
  userId: string
  /** Whom the prompt names. */
  name: string
  onClose: () => void
  onDone: () => void
}

/** Source: docs/product.md, Verification. */
const FAILED = { title: 'Error', message: 'Failed to reset verification' } as const

/** Asks before a verification is reset. */
export function ResetKycDialog({ userId, name, onClose, onDone }: ResetKycDialogProps) {
  const { submit, isSubmitting } = useSubmit(resetKyc)
  const [reason, setReason] = useState('')
  const showToast = useToasts((state) => state.show)

  async function reset() {
    const result = await submit({ body: { userId, reason: reason.trim() } })
    if (result.state === 'refused') {
      const { message } = problemOfFailure(result.failure, FAILED)
      const prefixed = message === FAILED.message ? message : `${FAILED.message}: ${message}`
      showToast({ title: 'Error', message: prefixed, tone: 'error' })
    } else if (result.state === 'done') {
      showToast({ title: 'Success', message: result.answer.message, tone: 'success' })
    }
    onDone()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Reset this verification?"
      confirmLabel="Reset verification"
      tone="danger"
      busy={isSubmitting}
      onConfirm={() => void reset()}
    >
      <div className="flex flex-col gap-4">
        <p>
          {name} is no longer verified, the record is deleted, and they can submit anew. This cannot
          be taken back.
        </p>
        <Field label="Reason" hint="For the record of what staff did." optional>
          <Textarea
            rows={2}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </ConfirmDialog>
  )
}
