import {
  NEW_PASSWORD_FIELD,
  newPasswordError,
  newPasswordHint,
} from '#pwa/components/new-password-fields.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { Field, PasswordInput, TextInput } from '#pwa/ui/field.tsx'
import { fieldProblem } from '#pwa/ui/problem.ts'
import { t } from '#shared/text/t.ts'
import { AuthForm, EmailField } from './auth-form.tsx'
import { emailError, isBlank, signUpFailure } from './form-rules.ts'
import { useIdentity } from './use-identity.ts'

export function SignUpForm({ onDone }: { onDone: (email: string) => void }) {
  const { signUp } = useIdentity()
  const form = useCommandForm({
    initial: { full_name: '', phone: '', email: '', password: '' },
    check: ({ full_name, phone, email, password }) =>
      fieldProblem({
        full_name: isBlank(full_name) ? t('Please enter your full name.') : undefined,
        phone: isBlank(phone) ? t('Please enter your phone number.') : undefined,
        email: emailError(email),
        password: newPasswordError(password, [full_name, email]),
      }),
    send: signUp,
    fieldOf: NEW_PASSWORD_FIELD,
    failed: signUpFailure,
    onSent: ({ draft }) => onDone(draft.email),
  })
  return (
    <AuthForm form={form} submit={t('Sign up')}>
      <Field label={t('Full name')} error={form.error('full_name')}>
        <TextInput autoComplete="name" maxLength={120} {...form.input('full_name')} />
      </Field>
      <Field label={t('Phone')} error={form.error('phone')}>
        <TextInput
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          maxLength={40}
          {...form.input('phone')}
        />
      </Field>
      <EmailField autoComplete="email" error={form.error('email')} {...form.input('email')} />
      <Field label={t('Password')} hint={newPasswordHint()} error={form.error('password')}>
        <PasswordInput autoComplete="new-password" {...form.input('password')} />
      </Field>
    </AuthForm>
  )
}
