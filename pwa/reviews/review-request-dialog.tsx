import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { Textarea } from '#pwa/ui/textarea.tsx'
import { SecondApprovalNotice } from './approval-standing.tsx'
import type { ReviewAct, ReviewedRequest } from './request-kind.ts'

export interface Review {
  readonly adminNotes?: string
  readonly reason: string
  readonly requireReverification: boolean
}

interface ReviewRequestDialogProps {
  request: ReviewedRequest
  action: ReviewAct
  /** "deposit request" */
  noun: string
  rows: ComponentProps<typeof SummaryList>['rows']
  isReasonRequired: boolean
  isSubmitting: boolean
  /** Something in `children` is not as it must be. */
  isHeldBack?: boolean
  onReview: (review: Review) => void
  onClose: () => void
  /** What this kind shows and asks for beside the rest. */
  children?: ReactNode
}

/** Approve, or reject with a reason; either may carry notes. */
export function ReviewRequestDialog(props: ReviewRequestDialogProps) {
  const { request, action, noun, rows, isSubmitting, onClose } = props
  const [notes, setNotes] = useState('')
  const [reason, setReason] = useState('')
  const [reverify, setReverify] = useState(false)
  const isRejection = action === 'reject'
  const isIncomplete = isRejection && props.isReasonRequired && reason.trim() === ''
  const review: Review = {
    ...(notes.trim() === '' ? {} : { adminNotes: notes }),
    reason,
    requireReverification: reverify,
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${isRejection ? 'Reject' : 'Approve'} ${noun}`}
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
            disabled={isIncomplete || props.isHeldBack}
            onClick={() => props.onReview(review)}
          >
            {isRejection ? 'Reject' : 'Approve'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SummaryList rows={rows} />
        {!isRejection && <SecondApprovalNotice standing={request} />}
        {props.children}
        {isRejection && (
          <Field
            label="Rejection Reason"
            hint="The user reads this."
            optional={!props.isReasonRequired}
          >
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
