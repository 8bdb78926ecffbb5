import {
  NEW_PASSWORD_FIELD,
  NO_PASSWORD,
  newPasswordErrors,
} from '#pwa/components/new-password-fields.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { fieldProblem } from '#pwa/ui/problem.ts'
import { changePassword } from '#shared/contract/auth.ts'
import { t } from '#shared/text/t.ts'
import { passwordFailure } from './account-failures.ts'

/**
 * Replaces the user's own password; `success` is shown in a toast. Source: docs/product.md,
 * Profile.
 */
export function usePasswordForm({ onSent, success }: { onSent: () => void; success?: string }) {
  const { submit } = useSubmit(changePassword)
  return useCommandForm({
    initial: { current: '', ...NO_PASSWORD },
    check: (draft) =>
      fieldProblem({
        current: draft.current === '' ? t('Please enter your current password.') : undefined,
        ...newPasswordErrors(draft),
      }),
    send: ({ current, password }) =>
      submit({ body: { currentPassword: current, newPassword: password } }),
    fieldOf: NEW_PASSWORD_FIELD,
    failed: passwordFailure,
    ...(success === undefined ? {} : { done: { title: t('Success'), message: success } }),
    onSent,
  })
}
