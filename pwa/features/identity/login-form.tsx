import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { PasswordInput } from '#pwa/ui/password-input.tsx'
import { ProblemNotice } from '#pwa/ui/problem-notice.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import { EmailField } from './email-field.tsx'
import { emailRules, passwordRules } from './form-rules.ts'
import { type Credentials, type IdentityFailure, useIdentity } from './use-identity.ts'

interface LoginFormProps {
  onForgotten: () => void
}

/** Email and password; the code is asked for only when the server says that it is needed. */
export function LoginForm({ onForgotten }: LoginFormProps) {
  const { logIn } = useIdentity()
  const form = useForm<Credentials>({ defaultValues: { email: '', password: '', code: '' } })
  const { errors, isSubmitting } = form.formState
  const [failure, setFailure] = useState<IdentityFailure>()
  const [asksCode, setAsksCode] = useState(false)

  const submit = form.handleSubmit(async ({ email, password, code }) => {
    setFailure(undefined)
    const outcome = await logIn({ email, password, ...(code ? { code } : {}) })
    if (outcome.ok) return
    // The first time is a question, not a failure.
    if (outcome.failure.code === 'login.second_factor_required' && !asksCode) setAsksCode(true)
    else setFailure(outcome.failure)
  })

  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
      <EmailField
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email', emailRules)}
      />
      <Field
        label="Password"
        error={errors.password?.message}
        aside={
          <button
            type="button"
            className="-my-3 inline-flex min-h-11 items-center text-info hover:underline"
            onClick={onForgotten}
          >
            Forgot password?
          </button>
        }
      >
        <PasswordInput
          autoComplete="current-password"
          {...form.register('password', passwordRules)}
        />
      </Field>
      {asksCode && (
        <Field
          label="Code"
          hint="The 6-digit code of your authenticator app, or a recovery code."
          error={errors.code?.message}
        >
          <TextInput
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            {...form.register('code', { required: 'Please enter the code.' })}
          />
        </Field>
      )}
      {failure && <Failure failure={failure} />}
      <Button type="submit" variant="primary" size="large" wide busy={isSubmitting}>
        Log in
      </Button>
    </form>
  )
}

export function Failure({ failure }: { failure: IdentityFailure }) {
  return <ProblemNotice problem={{ title: failure.error, message: failure.message }} />
}
