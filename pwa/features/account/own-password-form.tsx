import { FormNotices } from '#pwa/components/form-notices.tsx'
import { useLogOutQuestion } from '#pwa/components/log-out-question.tsx'
import { NewPasswordFields } from '#pwa/components/new-password-fields.tsx'
import { refreshUser } from '#pwa/hooks/session-acts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Field, PasswordInput } from '#pwa/ui/field.tsx'
import { t } from '#shared/text/t.ts'
import { usePasswordForm } from './use-password-form.ts'

/** Replaces the password that staff chose. */
export function OwnPasswordForm() {
  const { leave, isBusy, question } = useLogOutQuestion(saveNewPassword)
  const form = usePasswordForm({
    success: t('Your password has been changed.'),
    onSent: () => void refreshUser(),
  })

  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <Field label={t('Password that our staff set')} error={form.error('current')}>
        <PasswordInput autoComplete="current-password" {...form.input('current')} />
      </Field>
      <NewPasswordFields form={form} />
      <FormNotices form={form} />
      <Button variant="primary" {...form.submitProps}>
        {t('Save password')}
      </Button>
      <Button variant="ghost" busy={isBusy} onClick={leave}>
        {t('Log out')}
      </Button>
      {question}
    </form>
  )
}

/** Before that the server accepts none of them. */
function saveNewPassword(count: number): string {
  return t(
    '{count, plural, one {One submission waits on this device. Save a new password to send it, or it is lost.} other {# submissions wait on this device. Save a new password to send them, or they are lost.}}',
    { count },
  )
}
