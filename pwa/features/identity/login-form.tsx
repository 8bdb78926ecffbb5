import { useEffect, useEffectEvent, useState } from 'react'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { canUsePasskeys, offersPasskeysInFields, passkeyActs } from '#pwa/hooks/use-passkeys.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Field, PasswordInput, TextInput } from '#pwa/ui/field.tsx'
import { fieldProblem, type Problem, problemOfFailure } from '#pwa/ui/problem.ts'
import { t } from '#shared/text/t.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { AuthForm, EmailField } from './auth-form.tsx'
import { emailError } from './form-rules.ts'
import { useIdentity } from './use-identity.ts'

interface LoginFormProps {
  /** Prefilled if known; the user may type another one. */
  email: string
  onForgotten: (email: string) => void
}

/** Email and password; the code is asked for only when the server says that it is needed. */
export function LoginForm({ email: known, onForgotten }: LoginFormProps) {
  const { logIn } = useIdentity()
  const [asksCode, setAsksCode] = useState(false)
  const form = useCommandForm({
    initial: { email: known, password: '', code: '' },
    check: ({ email, password, code }) =>
      fieldProblem({
        email: emailError(email),
        password: password === '' ? t('Please enter your password.') : undefined,
        code: asksCode && code === '' ? t('Please enter the code.') : undefined,
      }),
    send: async ({ email, password, code }) => {
      const result = await logIn({ email, password, ...(code ? { code } : {}) })
      const isRefused = result.state === 'refused'
      // The first time it is a question, not a failure.
      if (asksCode || !isRefused || result.failure.code !== 'login.second_factor_required') {
        return result
      }
      setAsksCode(true)
      return undefined
    },
    fieldOf: { 'login.second_factor_wrong': 'code' },
  })
  return (
    <div className="flex flex-col gap-4">
      <AuthForm form={form} submit={t('Log in')}>
        <EmailField
          autoComplete="username webauthn"
          error={form.error('email')}
          {...form.input('email')}
        />
        <Field
          label={t('Password')}
          error={form.error('password')}
          action={
            <button
              type="button"
              className="-my-3 inline-flex min-h-11 items-center text-info hover:underline"
              onClick={() => onForgotten(form.draft.email)}
            >
              {t('Forgot password?')}
            </button>
          }
        >
          <PasswordInput autoComplete="current-password" {...form.input('password')} />
        </Field>
        {asksCode && (
          <Field
            label={t('Code')}
            hint={t('The 6-digit code from your authenticator app, or a recovery code.')}
            error={form.error('code')}
          >
            <TextInput
              autoComplete="one-time-code"
              autoCapitalize="none"
              autoFocus
              {...form.input('code')}
            />
          </Field>
        )}
      </AuthForm>
      <PasskeyLogIn onFailure={form.refuse} />
    </div>
  )
}

interface PasskeyLogInProps {
  onFailure: (problem: Problem) => void
}

/** Needs no address: the passkey names its owner. */
function PasskeyLogIn({ onFailure }: PasskeyLogInProps) {
  const [isBusy, setBusy] = useState(false)
  usePasskeyAutofill({ isOff: isBusy, onFailure })
  if (!canUsePasskeys()) return null
  async function logIn() {
    setBusy(true)
    const result = await passkeyActs.logIn()
    setBusy(false)
    if (result.state === 'refused') onFailure(problemOfFailure(result.failure))
  }
  return (
    <Button size="large" wide busy={isBusy} onClick={() => void logIn()}>
      {t('Log in with a passkey')}
    </Button>
  )
}

/** A challenge works for 5 minutes. */
const RENEW_MS = 4 * MINUTE_MS

/** Lets the browser offer passkeys in the email field; a press on the button comes first. */
function usePasskeyAutofill({ isOff, onFailure }: PasskeyLogInProps & { isOff: boolean }): void {
  const offer = useEffectEvent(async (signal: AbortSignal) => {
    if (!(await offersPasskeysInFields()) || signal.aborted) return
    const result = await passkeyActs.logInByAutofill(signal)
    if (result.state === 'refused') onFailure(problemOfFailure(result.failure))
  })
  useEffect(() => {
    if (isOff) return
    let current = new AbortController()
    void offer(current.signal)
    const timer = setInterval(() => {
      current.abort()
      current = new AbortController()
      void offer(current.signal)
    }, RENEW_MS)
    return () => {
      clearInterval(timer)
      current.abort()
    }
  }, [isOff])
}
