import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Field, Textarea } from '#pwa/ui/field.tsx'
import { problemOfFailure } from '#pwa/ui/problem.ts'
import { resetKyc } from '#shared/contract/kyc.ts'
import { readText } from '#shared/contract/text.ts'
import { t } from '#shared/text/t.ts'
import { FormDialog } from './form-dialog.tsx'

interface ResetKycDialogProps {
  userId: string
  /** The user whom the prompt names. */
  name: string
  onClose: () => void
  onDone: () => void
}

/** Asks before a verification is reset. */
export function ResetKycDialog({ userId, name, onClose, onDone }: ResetKycDialogProps) {
  const { submit } = useSubmit(resetKyc)
  const form = useCommandForm({
    initial: { reason: '' },
    send: ({ reason }) => submit({ body: { userId, reason: reason.trim() } }),
    failed: (failure) => {
      const { message: reason } = problemOfFailure(failure, { title: '', message: '' })
      // Source: docs/product.md, Verification.
      const message = reason
        ? t('Failed to reset verification: {reason}', { reason })
        : t('Failed to reset verification')
      return { title: t('Error'), message }
    },
    done: (response) => ({ title: t('Success'), message: readText(response, 'message') }),
    onSent: onDone,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('Reset this verification?')}
      size="small"
      submit={t('Reset verification')}
      variant="danger"
    >
      <p className="text-fg-2 text-sm">
        {t(
          '{name} is no longer verified, the record is deleted, and they can submit again. This cannot be undone.',
          { name },
        )}
      </p>
      <Field label={t('Reason')} hint={t('Recorded in the audit log.')} optional>
        <Textarea rows={2} maxLength={1000} {...form.input('reason')} />
      </Field>
    </FormDialog>
  )
}
