import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { type NewPassword, NewPasswordFields } from '#pwa/components/new-password-fields.tsx'
import { isUnreadable } from '#pwa/hooks/failure-text.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { failedText } from './use-act.ts'
import { useSetPassword } from './use-user-management.ts'
import { nameOf } from './user-facts.ts'

interface ChangePasswordDialogProps {
  user: AdminUser
  onClose: () => void
}

/** Source: docs/product.md, User management. */
const CLOSES_AFTER_MS = 3_000

/** Sets the password of another user. */
export function ChangePasswordDialog({ user, onClose }: ChangePasswordDialogProps) {
  const { submit, isSubmitting } = useSetPassword()
  const form = useForm<NewPassword>({ defaultValues: { password: '', repeated: '' } })
  const [failure, setFailure] = useState<string>()
  const [done, setDone] = useState<string>()

  useEffect(() => {
    if (done === undefined) return
    const timer = setTimeout(onClose, CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [done, onClose])

  const change = form.handleSubmit(async ({ password }) => {
    setFailure(undefined)
    const result = await submit({ body: { userId: user.id, newPassword: password } })
    if (result.state === 'done') return setDone(result.answer.message)
    if (result.state === 'refused') {
      setFailure(
        isUnreadable(result.failure)
          ? 'Invalid response from server'
          : failedText('Failed to update password', result.failure),
      )
    }
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change Password"
      description={`${nameOf(user)} is signed out everywhere and gets a mail.`}
      size="small"
      locked={isSubmitting}
      footer={
        done === undefined && (
          <Button
            type="submit"
            form="user-password-form"
            variant="primary"
            className="flex-1 md:flex-none"
            busy={isSubmitting}
          >
            Change Password
          </Button>
        )
      }
    >
      {done !== undefined ? (
        <div role="status">
          <Notice tone="info">{done}</Notice>
        </div>
      ) : (
        <form
          id="user-password-form"
          className="flex flex-col gap-4"
          noValidate
          onSubmit={(event) => void change(event)}
        >
          <FormProvider {...form}>
            <NewPasswordFields />
          </FormProvider>
          {failure && <Notice tone="down">{failure}</Notice>}
        </form>
      )}
    </Dialog>
  )
}
