import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { AuthFrame } from '#pwa/features/identity/auth-frame.tsx'
import { LoginForm } from '#pwa/features/identity/login-form.tsx'
import { RecoverForm, ResetForm } from '#pwa/features/identity/recovery-forms.tsx'
import { useIdentity } from '#pwa/features/identity/use-identity.ts'
import { textLinkClass } from '#pwa/ui/button.tsx'
import { Notice } from '#pwa/ui/notice.tsx'

type View = { name: 'login' } | { name: 'recover' } | { name: 'reset'; token: string }

/** Log in, and where the links of the confirmation and the recovery mail lead. */
export function LoginPage() {
  const [query, setQuery] = useSearchParams()
  const [confirmToken] = useState(() => query.get('confirm'))
  const [view, setView] = useState<View>(() => {
    const token = query.get('reset')
    return token ? { name: 'reset', token } : { name: 'login' }
  })
  const [isReset, setIsReset] = useState(false)

  // A token in the address bar would stay in the history and in copied addresses.
  useEffect(() => {
    if (query.has('confirm') || query.has('reset')) setQuery({}, { replace: true })
  }, [query, setQuery])

  if (view.name === 'reset') {
    return (
      <AuthFrame title="Choose a new password">
        <ResetForm
          token={view.token}
          onDone={() => {
            setIsReset(true)
            setView({ name: 'login' })
          }}
        />
      </AuthFrame>
    )
  }
  if (view.name === 'recover') {
    return (
      <AuthFrame title="Recover your account" lead="We mail you a link that sets a new password.">
        <RecoverForm onBack={() => setView({ name: 'login' })} />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title="Log in"
      footer={
        <>
          New here?{' '}
          <Link className={textLinkClass} to="/signup">
            Create an account
          </Link>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {confirmToken && <Confirmation token={confirmToken} />}
        {isReset && (
          <div role="status">
            <Notice>
              Password updated successfully! You can now login with your new password.
            </Notice>
          </div>
        )}
        <LoginForm onForgotten={() => setView({ name: 'recover' })} />
      </div>
    </AuthFrame>
  )
}

/** Confirms once when the mail's link is opened, and says how that went. */
function Confirmation({ token }: { token: string }) {
  const { confirm } = useIdentity()
  const [result, setResult] = useState<string>()
  const [failed, setFailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the token is used once, when it arrives
  useEffect(() => {
    let isGone = false
    void confirm(token).then((answer) => {
      if (isGone) return
      const isRefused = answer.state === 'refused'
      setFailed(isRefused)
      setResult(isRefused ? answer.failure.message : 'Your email is confirmed. You can log in.')
    })
    return () => {
      isGone = true
    }
  }, [token])

  return (
    <div role="status">
      <Notice tone={failed ? 'warn' : 'info'}>{result ?? 'Confirming your email…'}</Notice>
    </div>
  )
}
