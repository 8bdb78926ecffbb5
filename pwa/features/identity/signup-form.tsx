import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { newPasswordRules } from '#pwa/components/new-password-fields.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { PasswordInput } from '#pwa/ui/password-input.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import { EmailField } from './email-field.tsx'
import { emailRules, requiredRules, signUpFailure } from './form-rules.ts'
import { Failure } from './login-form.tsx'
import { type IdentityFailure, type SignUp, useIdentity } from './use-identity.ts'

interface SignUpFormProps {
  onDone: (email: string) => void
}

export function SignUpForm({ onDone }: SignUpFormProps) {
  const { signUp } = useIdentity()
  const form = useForm<SignUp>({
    defaultValues: { full_name: '', phone: '', email: '', password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const [failure, setFailure] = useState<IdentityFailure>()

  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    const outcome = await signUp(values)
    if (outcome.ok) onDone(values.email)
    else setFailure(signUpFailure(outcome.failure))
  })

  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
      <Field label="Full name" error={errors.full_name?.message}>
        <TextInput
          autoComplete="name"
          maxLength={120}
          {...form.register('full_name', requiredRules('your full name'))}
        />
      </Field>
      <Field label="Phone" error={errors.phone?.message}>
        <TextInput
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          maxLength={40}
          {...form.register('phone', requiredRules('your phone number'))}
        />
      </Field>
      <EmailField
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email', emailRules)}
      />
      <Field label="Password" hint="At least 6 characters." error={errors.password?.message}>
        <PasswordInput
          autoComplete="new-password"
          {...form.register('password', newPasswordRules)}
        />
      </Field>
      {failure && <Failure failure={failure} />}
      <Button type="submit" variant="primary" size="large" wide busy={isSubmitting}>
        Sign up
      </Button>
    </form>
  )
}
