import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { type NewPassword, NewPasswordFields } from '#pwa/components/new-password-fields.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { EmailField } from './email-field.tsx'
import { emailRules } from './form-rules.ts'
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
      <EmailField
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email', emailRules)}
      />
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
  const form = useForm<NewPassword>({ defaultValues: { password: '', repeated: '' } })
  const { isSubmitting } = form.formState
  const [failure, setFailure] = useState<IdentityFailure>()

  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(undefined)
    const outcome = await reset(token, password)
    if (outcome.ok) onDone()
    else setFailure(outcome.failure)
  })

  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
      <FormProvider {...form}>
        <NewPasswordFields />
      </FormProvider>
      {failure && <Failure failure={failure} />}
      <Button type="submit" variant="primary" size="large" wide busy={isSubmitting}>
        Set the password
      </Button>
    </form>
  )
}
