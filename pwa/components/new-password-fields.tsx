import { useFormContext } from 'react-hook-form'
import { Field } from '#pwa/ui/field.tsx'
import { PasswordInput } from '#pwa/ui/password-input.tsx'
import { PASSWORD_LENGTH_MIN } from '#shared/rules/identity.ts'

export const newPasswordRules = {
  required: 'Please choose a password.',
  minLength: {
    value: PASSWORD_LENGTH_MIN,
    message: `New password must be at least ${PASSWORD_LENGTH_MIN} characters long`,
  },
} as const

/** What a form that sets a password holds of it. */
export interface NewPassword {
  readonly password: string
  readonly repeated: string
}

/** The new password twice, inside a form that provides its context. */
export function NewPasswordFields() {
  const { register, formState } = useFormContext<NewPassword>()
  const { errors } = formState
  return (
    <>
      <Field label="New password" hint="At least 6 characters." error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register('password', newPasswordRules)} />
      </Field>
      <Field label="Repeat the new password" error={errors.repeated?.message}>
        <PasswordInput
          autoComplete="new-password"
          {...register('repeated', {
            validate: (text, { password }) => text === password || 'New passwords do not match',
          })}
        />
      </Field>
    </>
  )
}
