import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { PasswordInput } from '#pwa/ui/password-input.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import { emailRules, newPasswordRules } from './form-rules.ts'
import { Failure } from './login-form.tsx'
import { type IdentityFailure, useIdentity } from './use-identity.ts'

/** Asks for the recovery mail. The answer is the same whether or not the address is known. */
export function RecoverForm({ onBack }: { onBack: () => void }) {
  const { recover } = useIdentity()
  const form = useForm({ defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState
  const [failure, setFailure] = useState<IdentityFailure>()
  const [sent, setSent] = useState(false)

  const submit = form.handleSubmit(async ({ email }) => {
    setFailure(undefined)
    const outcome = await recover(email)
    if (outcome.ok) setSent(true)
    else setFailure(outcome.failure)
  })

  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          {...form.register('email', emailRules)}
        />
      </Field>
      {sent && (
        <div role="status">
          <Notice>
            If this address has an account, a mail with a link is on its way. The link works for one
            hour.
          </Notice>
        </div>
      )}
      {failure && <Failure failure={failure} />}
      <Button type="submit" variant="primary" size="large" wide busy={isSubmitting}>
        Send the link
      </Button>
      <Button variant="ghost" onClick={onBack}>
        Back to log in
      </Button>
    </form>
  )
}

interface ResetFormProps {
  token: string
  onDone: () => void
}

/** Sets a new password with the token of the recovery mail. */
export function ResetForm({ token, onDone }: ResetFormProps) {
  const { reset } = useIdentity()
  const form = useForm({ defaultValues: { password: '', repeated: '' } })
  const { errors, isSubmitting } = form.formState
  const [failure, setFailure] = useState<IdentityFailure>()

  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(undefined)
    const outcome = await reset(token, password)
    if (outcome.ok) onDone()
    else setFailure(outcome.failure)
  })

  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
      <Field label="New password" hint="At least 6 characters." error={errors.password?.message}>
        <PasswordInput
          autoComplete="new-password"
          {...form.register('password', newPasswordRules)}
        />
      </Field>
      <Field label="Repeat the new password" error={errors.repeated?.message}>
        <PasswordInput
          autoComplete="new-password"
          {...form.register('repeated', {
            validate: (text, { password }) => text === password || 'New passwords do not match',
          })}
        />
      </Field>
      {failure && <Failure failure={failure} />}
      <Button type="submit" variant="primary" size="large" wide busy={isSubmitting}>
        Set the password
      </Button>
    </form>
  )
}
