import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { Field, PasswordInput } from '#pwa/ui/field.tsx'
import { PASSWORD_REFUSALS } from '#shared/password-refusals.ts'
import { PASSWORD_LENGTH_MIN } from '#shared/rules/identity.ts'
import { refusalOf } from '#shared/rules/new-password.ts'

/** What a form that sets a password holds of it. */
export interface NewPassword {
  readonly password: string
  readonly repeated: string
}

export const NO_PASSWORD: NewPassword = { password: '', repeated: '' }

export const NEW_PASSWORD_HINT = `At least ${PASSWORD_LENGTH_MIN} characters.`

/** Refusals of a new password appear at its field. */
export const NEW_PASSWORD_FIELD = {
  'password.same': 'password',
  'password.short': 'password',
  'password.personal': 'password',
  'password.common': 'password',
} as const

/**
 * What is wrong with a password that is chosen; undefined: nothing.
 *
 * @param owner name and email of the account, where the form knows them
 */
export function newPasswordError(
  password: string,
  owner: readonly string[] = [],
): string | undefined {
  if (password === '') return 'Please choose a password.'
  const refusal = refusalOf(password, { owner })
  return refusal && PASSWORD_REFUSALS[refusal.refused].split(' | ')[1]
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
      <Field label="New password" hint={NEW_PASSWORD_HINT} error={form.error('password')}>
        <PasswordInput autoComplete="new-password" {...form.input('password')} />
      </Field>
      <Field label="Repeat the new password" error={form.error('repeated')}>
        <PasswordInput autoComplete="new-password" {...form.input('repeated')} />
      </Field>
    </>
  )
}
