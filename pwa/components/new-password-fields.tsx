import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { Field, PasswordInput } from '#pwa/ui/field.tsx'
import { describeRefusal } from '#shared/errors.ts'
import { PASSWORD_LENGTH_MIN } from '#shared/rules/identity.ts'
import { refusalOf } from '#shared/rules/new-password.ts'
import { t } from '#shared/text/t.ts'

/** The password part of a form's state. */
export interface NewPassword {
  readonly password: string
  readonly repeated: string
}

export const NO_PASSWORD: NewPassword = { password: '', repeated: '' }

export function newPasswordHint(): string {
  return t('At least {minimum, plural, one {# character} other {# characters}}.', {
    minimum: PASSWORD_LENGTH_MIN,
  })
}

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
  if (password === '') return t('Please choose a password.')
  const refusal = refusalOf(password, { owner })
  return refusal && describeRefusal(refusal.refused).message
}

export function newPasswordErrors({ password, repeated }: NewPassword) {
  return {
    password: newPasswordError(password),
    repeated: repeated === password ? undefined : t('New passwords do not match'),
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
      <Field label={t('New password')} hint={newPasswordHint()} error={form.error('password')}>
        <PasswordInput autoComplete="new-password" {...form.input('password')} />
      </Field>
      <Field label={t('Repeat the new password')} error={form.error('repeated')}>
        <PasswordInput autoComplete="new-password" {...form.input('repeated')} />
      </Field>
    </>
  )
}
