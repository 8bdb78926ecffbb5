import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { type NewPassword, NewPasswordFields } from '#pwa/features/identity/new-password-fields.tsx'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { PasswordInput } from '#pwa/ui/password-input.tsx'
import { useChangePassword } from './use-account.ts'

interface PasswordDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const EMPTY = { current: '', password: '', repeated: '' }

export function PasswordDialog({ open, onOpenChange }: PasswordDialogProps) {
  const { submit, isSubmitting } = useChangePassword()
  const showToast = useToasts((state) => state.show)
  const form = useForm<NewPassword & { current: string }>({ defaultValues: EMPTY })
  const { errors } = form.formState
  const [failure, setFailure] = useState<string>()

  function close() {
    form.reset(EMPTY)
    setFailure(undefined)
    onOpenChange(false)
  }

  const change = form.handleSubmit(async ({ current, password }) => {
    setFailure(undefined)
    const result = await submit({ body: { currentPassword: current, newPassword: password } })
    if (result.state === 'refused') return setFailure(result.failure.message)
    showToast({
      title: 'Success',
      message: 'Password updated successfully! You can now login with your new password.',
      tone: 'success',
    })
    close()
  })

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Update the password"
      description="Every other device is signed out."
      locked={isSubmitting}
      footer={
        <Button
          type="submit"
          form="password-form"
          variant="primary"
          className="flex-1 md:flex-none"
          busy={isSubmitting}
        >
          Update password
        </Button>
      }
    >
      <form
        id="password-form"
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => void change(event)}
      >
        <Field label="Current password" error={errors.current?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...form.register('current', { required: 'Please enter your current password.' })}
          />
        </Field>
        <FormProvider {...form}>
          <NewPasswordFields />
        </FormProvider>
        {failure && <Notice tone="down">{failure}</Notice>}
      </form>
    </Dialog>
  )
}
