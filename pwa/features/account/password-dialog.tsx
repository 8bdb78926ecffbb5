import { useEffect, useEffectEvent, useState } from 'react'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import {
  NewPasswordFields,
  NO_PASSWORD,
  newPasswordErrors,
} from '#pwa/components/new-password-fields.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import { Field, PasswordInput } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { fieldProblem } from '#pwa/ui/problem.ts'
import { changePassword } from '#shared/contract/auth.ts'
import { passwordFailure } from './account-failures.ts'

/** Source: docs/product.md, Profile. */
const CLOSES_AFTER_MS = 2_000

export function PasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { submit } = useSubmit(changePassword)
  const [isDone, setDone] = useState(false)
  const form = useCommandForm({
    initial: { current: '', ...NO_PASSWORD },
    check: (draft) =>
      fieldProblem({
        current: draft.current === '' ? 'Please enter your current password.' : undefined,
        ...newPasswordErrors(draft),
      }),
    send: ({ current, password }) =>
      submit({ body: { currentPassword: current, newPassword: password } }),
    failed: passwordFailure,
    onSent: () => setDone(true),
  })

  function close() {
    form.reset()
    setDone(false)
    onClose()
  }

  const closeSoon = useEffectEvent(close)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => closeSoon(), CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isDone])

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Update the password"
      description="Every other device is signed out."
      locked={form.isBusy}
      footer={!isDone && <DialogActions form={form} submit="Update password" />}
    >
      {isDone ? (
        <div role="status">
          <Notice>Password updated successfully! You can now login with your new password.</Notice>
        </div>
      ) : (
        <form {...form.formProps} className="flex flex-col gap-4">
          <Field label="Current password" error={form.error('current')}>
            <PasswordInput autoComplete="current-password" {...form.input('current')} />
          </Field>
          <NewPasswordFields form={form} />
          <FormNotices form={form} />
        </form>
      )}
    </Dialog>
  )
}
