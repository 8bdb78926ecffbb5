import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { AuthFrame } from '#pwa/features/identity/auth-frame.tsx'
import { type LoginNews, LoginNotice } from '#pwa/features/identity/login-news.tsx'
import { SignUpForm } from '#pwa/features/identity/signup-form.tsx'
import { textLinkClass } from '#pwa/ui/button.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { t } from '#shared/text/t.ts'

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
      title={t('Create your account')}
      lead={t('It takes a minute. We email you a link to confirm your address.')}
      footer={rich('Already have an account? <link>Log in</link>', {
        link: (inner) => (
          <Link className={textLinkClass} to="/login">
            {inner}
          </Link>
        ),
      })}
    >
      {email ? (
        <LoginNotice news={{ kind: 'signed-up', email }} />
      ) : (
        <SignUpForm onDone={setEmail} />
      )}
    </AuthFrame>
  )
}
