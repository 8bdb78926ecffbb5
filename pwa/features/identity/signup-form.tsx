import {
  NEW_PASSWORD_FIELD,
  NEW_PASSWORD_HINT,
  newPasswordError,
} from '#pwa/components/new-password-fields.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { Field, PasswordInput, TextInput } from '#pwa/ui/field.tsx'
import { fieldProblem } from '#pwa/ui/problem.ts'
import { AuthForm, EmailField } from './auth-form.tsx'
import { emailError, emptyError, signUpFailure } from './form-rules.ts'
import { useIdentity } from './use-identity.ts'

export function SignUpForm({ onDone }: { onDone: (email: string) => void }) {
  const { signUp } = useIdentity()
  const form = useCommandForm({
    initial: { full_name: '', phone: '', email: '', password: '' },
    check: ({ full_name, phone, email, password }) =>
      fieldProblem({
        full_name: emptyError(full_name, 'your full name'),
        phone: emptyError(phone, 'your phone number'),
        email: emailError(email),
        password: newPasswordError(password, [full_name, email]),
      }),
    send: signUp,
    fieldOf: NEW_PASSWORD_FIELD,
    failed: signUpFailure,
    onSent: ({ draft }) => onDone(draft.email),
  })
  return (
    <AuthForm form={form} submit="Sign up">
      <Field label="Full name" error={form.error('full_name')}>
        <TextInput autoComplete="name" maxLength={120} {...form.input('full_name')} />
      </Field>
      <Field label="Phone" error={form.error('phone')}>
        <TextInput
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          maxLength={40}
          {...form.input('phone')}
        />
      </Field>
      <EmailField autoComplete="email" error={form.error('email')} {...form.input('email')} />
      <Field label="Password" hint={NEW_PASSWORD_HINT} error={form.error('password')}>
        <PasswordInput autoComplete="new-password" {...form.input('password')} />
      </Field>
    </AuthForm>
  )
}
