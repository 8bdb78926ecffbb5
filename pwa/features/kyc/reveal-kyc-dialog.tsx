import { useState } from 'react'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field, TextInput } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { type KycRequest, revealKyc } from '#shared/contract/kyc.ts'

interface RevealKycDialogProps {
  request: KycRequest
  onClose: () => void
}

const FAILED = { title: 'Error', message: 'Action failed' } as const

/** Shows the full SSN for a reason that is recorded. Closing the dialog removes it from the screen. */
export function RevealKycDialog({ request, onClose }: RevealKycDialogProps) {
  const { submit } = useSubmit(revealKyc)
  const [ssn, setSsn] = useState<string>()
  const form = useCommandForm({
    initial: { reason: '' },
    send: ({ reason }) => submit({ params: { id: request.id }, body: { reason: reason.trim() } }),
    failed: FAILED,
    onSent: ({ answer }) => setSsn(answer?.ssn),
  })
  if (ssn !== undefined) {
    return (
      <Dialog
        onClose={onClose}
        title="Reveal SSN"
        size="small"
        footer={
          <Button className="flex-1 md:flex-none" onClick={onClose}>
            Close
          </Button>
        }
      >
        <SummaryList
          rows={[
            { label: 'Full name', value: request.full_name },
            { label: 'SSN', value: <span className="num">{ssn}</span>, strong: true },
          ]}
        />
      </Dialog>
    )
  }
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Reveal SSN"
      size="small"
      submit="Reveal"
      back="Close"
      disabled={form.draft.reason.trim() === ''}
    >
      <Notice tone="warn">Your name, the time and the reason are recorded.</Notice>
      <Field label="Reason">
        <TextInput autoComplete="off" maxLength={500} {...form.input('reason')} />
      </Field>
    </FormDialog>
  )
}
