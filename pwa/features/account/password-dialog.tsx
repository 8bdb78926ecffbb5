import { useEffect, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { type NewPassword, NewPasswordFields } from '#pwa/components/new-password-fields.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { PasswordInput } from '#pwa/ui/password-input.tsx'
import { passwordFailure } from './password-failure.ts'
import { useChangePassword } from './use-account.ts'

interface PasswordDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Source: docs/product.md, Profile. */
const CLOSES_AFTER_MS = 2_000

const EMPTY = { current: '', password: '', repeated: '' }

export function PasswordDialog({ open, onOpenChange }: PasswordDialogProps) {
  const { submit, isSubmitting } = useChangePassword()
  const form = useForm<NewPassword & { current: string }>({ defaultValues: EMPTY })
  const { errors } = form.formState
  const [failure, setFailure] = useState<string>()
  const [isDone, setDone] = useState(false)

  function close() {
    form.reset(EMPTY)
    setFailure(undefined)
    setDone(false)
    onOpenChange(false)
  }

  const closeSoon = useRef(close)
  closeSoon.current = close
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => closeSoon.current(), CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isDone])

  const change = form.handleSubmit(async ({ current, password }) => {
    setFailure(undefined)
    const result = await submit({ body: { currentPassword: current, newPassword: password } })
    if (result.state === 'refused') return setFailure(passwordFailure(result.failure))
    setDone(true)
  })

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Update the password"
      description="Every other device is signed out."
      locked={isSubmitting}
      footer={
        !isDone && (
          <Button
            type="submit"
            form="password-form"
            variant="primary"
            className="flex-1 md:flex-none"
            busy={isSubmitting}
          >
            Update password
          </Button>
        )
      }
    >
      {isDone ? (
        <div role="status">
          <Notice>Password updated successfully! You can now login with your new password.</Notice>
        </div>
      ) : (
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
      )}
    </Dialog>
  )
}
