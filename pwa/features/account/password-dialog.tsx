import { useEffect, useEffectEvent, useState } from 'react'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import { NewPasswordFields } from '#pwa/components/new-password-fields.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import { Field, PasswordInput } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { WITHDRAWAL_HOLD_HOURS } from '#shared/rules/withdrawal-hold.ts'
import { t } from '#shared/text/t.ts'
import { usePasswordForm } from './use-password-form.ts'

/** Source: docs/product.md, Profile. */
const CLOSES_AFTER_MS = 2_000

export function PasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [isDone, setDone] = useState(false)
  const form = usePasswordForm({ onSent: () => setDone(true) })

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
      title={t('Update the password')}
      description={t(
        'Every other device is logged out, and nothing can be withdrawn for {hours, plural, one {# hour} other {# hours}}.',
        { hours: WITHDRAWAL_HOLD_HOURS },
      )}
      locked={form.isBusy}
      footer={!isDone && <DialogActions form={form} submit={t('Update password')} />}
    >
      {isDone ? (
        <div role="status">
          <Notice>
            {t('Password updated successfully! You can now login with your new password.')}
          </Notice>
        </div>
      ) : (
        <form {...form.formProps} className="flex flex-col gap-4">
          <Field label={t('Current password')} error={form.error('current')}>
            <PasswordInput autoComplete="current-password" {...form.input('current')} />
          </Field>
          <NewPasswordFields form={form} />
          <FormNotices form={form} />
        </form>
      )}
    </Dialog>
  )
}
