import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { Field, PasswordInput } from '#pwa/ui/field.tsx'
import { PASSWORD_LENGTH_MIN } from '#shared/rules/identity.ts'

/** What a form that sets a password holds of it. */
export interface NewPassword {
  readonly password: string
  readonly repeated: string
}

export const NO_PASSWORD: NewPassword = { password: '', repeated: '' }

/** What is wrong with a password that is chosen; undefined: nothing. */
export function newPasswordError(password: string): string | undefined {
  if (password === '') return 'Please choose a password.'
  return password.length < PASSWORD_LENGTH_MIN
    ? `New password must be at least ${PASSWORD_LENGTH_MIN} characters long`
    : undefined
}

export function newPasswordErrors({ password, repeated }: NewPassword) {
  return {
    password: newPasswordError(password),
    repeated: repeated === password ? undefined : 'New passwords do not match',
  }
}

/** The new password twice. */
export function NewPasswordFields({
  form,
}: {
  form: Pick<CommandForm<NewPassword>, 'input' | 'error'>
}) {
  return (
    <>
      <Field label="New password" hint="At least 6 characters." error={form.error('password')}>
        <PasswordInput autoComplete="new-password" {...form.input('password')} />
      </Field>
      <Field label="Repeat the new password" error={form.error('repeated')}>
        <PasswordInput autoComplete="new-password" {...form.input('repeated')} />
      </Field>
    </>
  )
}
