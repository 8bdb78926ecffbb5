import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { AuthFrame } from '#pwa/features/identity/auth-frame.tsx'
import { type LoginNews, LoginNotice } from '#pwa/features/identity/login-news.tsx'
import { SignUpForm } from '#pwa/features/identity/signup-form.tsx'
import { textLinkClass } from '#pwa/ui/button.tsx'

/** Then the page goes to /login. Source: docs/product.md, Signing up. */
const REDIRECT_MS = 2_000

export function SignUpPage() {
  const navigate = useNavigate()
  const [email, setEmail] = useState<string>()

  useEffect(() => {
    if (!email) return
    const news: LoginNews = { kind: 'signed-up', email }
    const goOn = () => void navigate('/login', { replace: true, state: news })
    const timer = setTimeout(goOn, REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [email, navigate])

  return (
    <AuthFrame
      title="Create your account"
      lead="It takes a minute. We mail you a link to confirm your address."
      footer={
        <>
          You have an account?{' '}
          <Link className={textLinkClass} to="/login">
            Log in
          </Link>
        </>
      }
    >
      {email ? (
        <LoginNotice news={{ kind: 'signed-up', email }} />
      ) : (
        <SignUpForm onDone={setEmail} />
      )}
    </AuthFrame>
  )
}
