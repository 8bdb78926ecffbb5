import { useState } from 'react'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import {
  NewPasswordFields,
  NO_PASSWORD,
  newPasswordErrors,
} from '#pwa/components/new-password-fields.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Field, PasswordInput } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { fieldProblem } from '#pwa/ui/problem.ts'
import { changePassword } from '#shared/contract/auth.ts'
import { passwordFailure } from './account-failures.ts'

/** Replaces the password that staff chose. */
export function OwnPasswordForm() {
  const { submit } = useSubmit(changePassword)
  const { logOut, askAgain } = useSession()
  const [unsent, setUnsent] = useState(0)
  const form = useCommandForm({
    initial: { current: '', ...NO_PASSWORD },
    check: (draft) =>
      fieldProblem({
        current: draft.current === '' ? 'Please enter your current password.' : undefined,
        ...newPasswordErrors(draft),
      }),
    send: ({ current, password }) =>
      submit({ body: { currentPassword: current, newPassword: password } }),
    fieldOf: { 'password.same': 'password' },
    failed: passwordFailure,
    done: { title: 'Success', message: 'Your password is changed.' },
    onSent: () => void askAgain(),
  })

  async function leave() {
    const result = await logOut()
    if (!result.left) setUnsent(result.unsent)
  }

  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <Field label="Password that our staff set" error={form.error('current')}>
        <PasswordInput autoComplete="current-password" {...form.input('current')} />
      </Field>
      <NewPasswordFields form={form} />
      <FormNotices form={form} />
      {unsent > 0 && (
        <Notice tone="warn">
          Submissions wait on this device and would be lost ({unsent}). Save a new password, and
          they are sent.
        </Notice>
      )}
      <Button variant="primary" {...form.submitProps}>
        Save password
      </Button>
      <Button variant="ghost" onClick={() => void leave()}>
        Log out
      </Button>
    </form>
  )
}
