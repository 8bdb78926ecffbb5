import { useState } from 'react'
import {
  NEW_PASSWORD_FIELD,
  NewPasswordFields,
  NO_PASSWORD,
  newPasswordErrors,
} from '#pwa/components/new-password-fields.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { fieldProblem } from '#pwa/ui/problem.ts'
import { RECOVERY_HOURS } from '#shared/rules/identity.ts'
import { t } from '#shared/text/t.ts'
import { AuthForm, EmailField } from './auth-form.tsx'
import { emailError } from './form-rules.ts'
import { useIdentity } from './use-identity.ts'

interface RecoverFormProps {
  /** What was typed into the log-in form. */
  email: string
  onBack: (email: string) => void
}

/** Asks for the recovery mail. The response is the same whether or not the address is known. */
export function RecoverForm({ email: known, onBack }: RecoverFormProps) {
  const { recover } = useIdentity()
  const [sent, setSent] = useState(false)
  const form = useCommandForm({
    initial: { email: known },
    check: ({ email }) => fieldProblem({ email: emailError(email) }),
    send: ({ email }) => recover(email),
    onSent: () => setSent(true),
  })
  return (
    <div className="flex flex-col gap-4">
      <AuthForm form={form} submit={t('Send the link')}>
        <EmailField autoComplete="username" error={form.error('email')} {...form.input('email')} />
        {sent && (
          <div role="status">
            <Notice>
              {t(
                'If this address has an account, an email with a link is on its way. The link works for {hours, plural, one {# hour} other {# hours}}.',
                { hours: RECOVERY_HOURS },
              )}
            </Notice>
          </div>
        )}
      </AuthForm>
      <Button variant="ghost" onClick={() => onBack(form.draft.email)}>
        {t('Back to log in')}
      </Button>
    </div>
  )
}

export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { reset } = useIdentity()
  const form = useCommandForm({
    initial: NO_PASSWORD,
    check: (draft) => fieldProblem(newPasswordErrors(draft)),
    send: ({ password }) => reset(token, password),
    fieldOf: NEW_PASSWORD_FIELD,
    onSent: onDone,
  })
  return (
    <AuthForm form={form} submit={t('Set the password')}>
      <NewPasswordFields form={form} />
    </AuthForm>
  )
}
