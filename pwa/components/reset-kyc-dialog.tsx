import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Field, Textarea } from '#pwa/ui/field.tsx'
import { problemOfFailure } from '#pwa/ui/problem.ts'
import { resetKyc } from '#shared/contract/kyc.ts'
import { FormDialog } from './form-dialog.tsx'

interface ResetKycDialogProps {
  userId: string
  /** The user whom the prompt names. */
  name: string
  onClose: () => void
  onDone: () => void
}

/** Source: docs/product.md, Verification. */
const FAILED = 'Failed to reset verification'

/** Asks before a verification is reset. */
export function ResetKycDialog({ userId, name, onClose, onDone }: ResetKycDialogProps) {
  const { submit } = useSubmit(resetKyc)
  const form = useCommandForm({
    initial: { reason: '' },
    send: ({ reason }) => submit({ body: { userId, reason: reason.trim() } }),
    failed: (failure) => {
      const { message } = problemOfFailure(failure, { title: 'Error', message: FAILED })
      return { title: 'Error', message: message === FAILED ? FAILED : `${FAILED}: ${message}` }
    },
    done: ({ message }) => ({ title: 'Success', message }),
    onSent: onDone,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Reset this verification?"
      size="small"
      submit="Reset verification"
      variant="danger"
    >
      <p className="text-fg-2 text-sm">
        {name} is no longer verified, the record is deleted, and they can submit again. This cannot
        be undone.
      </p>
      <Field label="Reason" hint="Recorded in the audit." optional>
        <Textarea rows={2} maxLength={1000} {...form.input('reason')} />
      </Field>
    </FormDialog>
  )
}
