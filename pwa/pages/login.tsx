import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { AuthFrame } from '#pwa/features/identity/auth-frame.tsx'
import { Confirmation, type Confirmed } from '#pwa/features/identity/confirmation.tsx'
import { LoginForm } from '#pwa/features/identity/login-form.tsx'
import { type LoginNews, LoginNotice, type LoginState } from '#pwa/features/identity/login-news.tsx'
import { RecoverForm, ResetForm } from '#pwa/features/identity/recovery-forms.tsx'
import { SwitchAccount } from '#pwa/features/identity/switch-account.tsx'
import { refreshUser } from '#pwa/hooks/session-acts.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { textLinkClass } from '#pwa/ui/button.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { WITHDRAWAL_HOLD_HOURS } from '#shared/rules/withdrawal-hold.ts'
import { t } from '#shared/text/t.ts'

/** An address that was typed is not asked for again. */
type View =
  | { name: 'login'; email?: string }
  | { name: 'recover'; email: string }
  | { name: 'reset'; token: string }

const SHARE_REFUSED: LoginNews = { kind: 'share-refused' }

/**
 * The log-in page, which the links in confirmation and recovery mails also open, even while a user
 * is signed in on the device.
 */
export function LoginPage() {
  const [query, setQuery] = useSearchParams()
  const said = useLocation().state as LoginState | null
  const navigate = useNavigate()
  const { user } = useSession()
  const [confirmToken] = useState(() => query.get('confirm'))
  const [confirmed, setConfirmed] = useState<Confirmed>()
  const [view, setView] = useState<View>(() => {
    const token = said?.kind === 'reset' ? said.token : query.get('reset')
    return token ? { name: 'reset', token } : { name: 'login' }
  })

  // A token in the address bar would stay in the history and in copied addresses.
  const isTokenKept =
    query.has('confirm') || query.has('reset') || (said?.kind === 'reset' && !user)
  useEffect(() => {
    if (isTokenKept) setQuery({}, { replace: true })
  }, [isTokenKept, setQuery])

  function leaveReset() {
    setView({ name: 'login' })
    const done: LoginNews = { kind: 'password-set' }
    void navigate('/login', { replace: true, state: done })
    // The reset has ended the sessions of its user, who may be the one signed in here.
    if (user) void refreshUser().catch(() => undefined)
  }

  if (view.name === 'reset') {
    return (
      <AuthFrame
        title={t('Choose a new password')}
        lead={t(
          'Every device is logged out, and nothing can be withdrawn for {hours, plural, one {# hour} other {# hours}}.',
          { hours: WITHDRAWAL_HOLD_HOURS },
        )}
      >
        <ResetForm token={view.token} onDone={leaveReset} />
        {user && (
          <div className="mt-6 flex flex-col gap-4 border-line border-t pt-6">
            <SwitchAccount
              user={user}
              isSame={false}
              isAside
              carried={{ kind: 'reset', token: view.token }}
            />
          </div>
        )}
      </AuthFrame>
    )
  }
  if (view.name === 'recover') {
    return (
      <AuthFrame
        title={t('Recover your account')}
        lead={t('We email you a link to set a new password.')}
      >
        <RecoverForm email={view.email} onBack={(email) => setView({ name: 'login', email })} />
      </AuthFrame>
    )
  }
  const news = newsOf(said) ?? (query.has('shared') ? SHARE_REFUSED : null)
  return (
    <AuthFrame
      title={user ? t('You are signed in') : t('Log in')}
      footer={
        !user &&
        rich('New here? <link>Create an account</link>', {
          link: (inner) => (
            <Link className={textLinkClass} to="/signup">
              {inner}
            </Link>
          ),
        })
      }
    >
      <div className="flex flex-col gap-4">
        {confirmToken && (
          <Confirmation token={confirmToken} signedInAs={user} onDone={setConfirmed} />
        )}
        {news && !confirmed && <LoginNotice news={news} />}
        {user ? (
          <SwitchAccount
            user={user}
            isSame={confirmed?.user_id === user.userId}
            carried={confirmed ? { kind: 'confirmed', email: confirmed.email } : null}
          />
        ) : (
          <LoginForm
            email={view.email ?? confirmed?.email ?? emailIn(news)}
            onForgotten={(email) => setView({ name: 'recover', email })}
          />
        )}
      </div>
    </AuthFrame>
  )
}

function newsOf(said: LoginState | null): LoginNews | null {
  return said?.kind === 'reset' ? null : said
}

function emailIn(news: LoginNews | null): string {
  return news && 'email' in news ? news.email : ''
}
