import { useState } from 'react'
import { useReviewToast } from '#pwa/reviews/use-review-toast.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Textarea } from '#pwa/ui/textarea.tsx'
import type { KycRequest } from '#shared/contract/kyc.ts'
import { KYC_REJECTION_TEMPLATES } from '#shared/rules/kyc.ts'
import { useReviewKyc } from './use-kyc-review.ts'

interface RejectKycDialogProps {
  request: KycRequest
  onClose: () => void
  onDone: () => void
}

/** Takes the reason, in own words or from a template. */
export function RejectKycDialog({ request, onClose, onDone }: RejectKycDialogProps) {
  const { submit, isSubmitting } = useReviewKyc()
  const [reason, setReason] = useState('')
  const tell = useReviewToast({ failed: 'Action failed' })

  async function reject() {
    const body = { kycId: request.id, action: 'reject', reason: reason.trim() } as const
    tell(await submit({ body }))
    onDone()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Reject verification"
      description={`Of ${request.full_name || 'N/A'}, ${request.user.email || 'N/A'}`}
      locked={isSubmitting}
      footer={
        <>
          <Button className="flex-1 md:flex-none" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            className="flex-1 md:flex-none"
            busy={isSubmitting}
            disabled={reason.trim() === ''}
            onClick={() => void reject()}
          >
            Reject
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-1.5 font-medium text-fg-2 text-sm">Templates</legend>
          {KYC_REJECTION_TEMPLATES.map(({ label, text }) => (
            <Button
              key={label}
              size="small"
              variant="outline"
              onClick={() => setReason((before) => withSentence(before, text))}
            >
              {label}
            </Button>
          ))}
        </fieldset>
        <Field label="Rejection Reason" hint="The user reads this.">
          <Textarea
            rows={5}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  )
}

/** Several templates stand one after another; one that stands already is not said twice. */
function withSentence(before: string, sentence: string): string {
  if (before.includes(sentence)) return before
  return before.trim() === '' ? sentence : `${before.trim()}\n${sentence}`
}
