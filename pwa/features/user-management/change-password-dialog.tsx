import { useEffect, useState } from 'react'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import {
  NEW_PASSWORD_FIELD,
  NewPasswordFields,
  NO_PASSWORD,
  newPasswordErrors,
} from '#pwa/components/new-password-fields.tsx'
import { ReleasedAloneNotice } from '#pwa/components/released-alone-notice.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { fieldProblem, isUnreadable } from '#pwa/ui/problem.ts'
import { readText } from '#shared/contract/text.ts'
import { type AdminUser, updateUserPassword } from '#shared/contract/users.ts'
import { WITHDRAWAL_HOLD_HOURS } from '#shared/rules/withdrawal-hold.ts'
import { t } from '#shared/text/t.ts'
import { failedText } from './failed-text.ts'
import { nameOf } from './user-facts.ts'

/** Source: docs/product.md, User management. */
const CLOSES_AFTER_MS = 3_000

export function ChangePasswordDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { submit } = useSubmit(updateUserPassword)
  const [done, setDone] = useState<string>()
  const form = useCommandForm({
    initial: NO_PASSWORD,
    check: (draft) => fieldProblem(newPasswordErrors(draft)),
    send: ({ password }) => submit({ body: { userId: user.id, newPassword: password } }),
    fieldOf: NEW_PASSWORD_FIELD,
    failed: (failure) => ({
      title: '',
      message: isUnreadable(failure)
        ? t('Invalid response from server')
        : failedText(t('Failed to update password'), failure),
    }),
    onSent: ({ response }) => setDone(response && readText(response, 'message')),
  })

  useEffect(() => {
    if (done === undefined) return
    const timer = setTimeout(onClose, CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [done, onClose])

  return (
    <Dialog
      onClose={onClose}
      title={t('Change Password')}
      description={t(
        '{name} is logged out everywhere, gets an email, and must choose a password of their own at the next log-in. They cannot withdraw for {hours, plural, one {# hour} other {# hours}}.',
        { name: nameOf(user), hours: WITHDRAWAL_HOLD_HOURS },
      )}
      size="small"
      locked={form.isBusy}
      footer={done === undefined && <DialogActions form={form} submit={t('Change Password')} />}
    >
      {done !== undefined ? (
        <div role="status">
          <Notice tone="info">{done}</Notice>
        </div>
      ) : (
        <form {...form.formProps} className="flex flex-col gap-4">
          <ReleasedAloneNotice />
          <NewPasswordFields form={form} />
          <FormNotices form={form} />
        </form>
      )}
    </Dialog>
  )
}
