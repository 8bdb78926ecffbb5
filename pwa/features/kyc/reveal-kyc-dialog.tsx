import { useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { problemOfFailure } from '#pwa/ui/problem.ts'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import type { KycRequest } from '#shared/contract/kyc.ts'
import { useRevealKyc } from './use-kyc-review.ts'

interface RevealKycDialogProps {
  request: KycRequest
  onClose: () => void
}

const FAILED = { title: 'Error', message: 'Action failed' } as const

/** The whole SSN, for a reason that is recorded; it is gone from the screen with this dialog. */
export function RevealKycDialog({ request, onClose }: RevealKycDialogProps) {
  const { submit, isSubmitting } = useRevealKyc()
  const [reason, setReason] = useState('')
  const [ssn, setSsn] = useState<string>()
  const [error, setError] = useState<string>()

  async function reveal() {
    const result = await submit({ params: { id: request.id }, body: { reason: reason.trim() } })
    if (result.state === 'refused') setError(problemOfFailure(result.failure, FAILED).message)
    else if (result.state === 'done') setSsn(result.answer.ssn)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Reveal SSN"
      size="small"
      locked={isSubmitting}
      footer={
        <>
          <Button className="flex-1 md:flex-none" disabled={isSubmitting} onClick={onClose}>
            Close
          </Button>
          {ssn === undefined && (
            <Button
              variant="primary"
              className="flex-1 md:flex-none"
              busy={isSubmitting}
              disabled={reason.trim() === ''}
              onClick={() => void reveal()}
            >
              Reveal
            </Button>
          )}
        </>
      }
    >
      {ssn === undefined ? (
        <div className="flex flex-col gap-4">
          <Notice tone="warn">Your name, the time and the reason are recorded.</Notice>
          <Field label="Reason" error={error}>
            <TextInput
              autoComplete="off"
              maxLength={500}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value)
                setError(undefined)
              }}
            />
          </Field>
        </div>
      ) : (
        <SummaryList
          rows={[
            { label: 'Full name', value: request.full_name },
            { label: 'SSN', value: <span className="num">{ssn}</span>, strong: true },
          ]}
        />
      )}
    </Dialog>
  )
}
