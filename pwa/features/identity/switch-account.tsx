import { useNavigate } from 'react-router-dom'
import { useLogOutQuestion } from '#pwa/components/log-out-question.tsx'
import type { SessionView } from '#pwa/stores/session.ts'
import { Button } from '#pwa/ui/button.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { t } from '#shared/text/t.ts'
import type { LoginState } from './login-news.tsx'

interface SwitchAccountProps {
  user: SessionView
  /** The link belongs to the user who is signed in. */
  isSame: boolean
  /** Another form on the page comes first. */
  isAside?: boolean
  /** What the link has led to, for the page of the next user. */
  carried: LoginState | null
}

/** After the link of a mail was opened while a user is signed in on the device. */
export function SwitchAccount({ user, isSame, isAside = false, carried }: SwitchAccountProps) {
  const navigate = useNavigate()
  const { leave, isBusy, question } = useLogOutQuestion()

  function switchAccount() {
    // Before the log-out, which renders the page again.
    void navigate('/login', { replace: true, state: carried })
    leave()
  }

  return (
    <>
      <p className="wrap-anywhere text-fg-2 text-sm">
        {rich('You are signed in as {name} (ID {id}).', {
          name: <strong className="text-fg">{user.displayName}</strong>,
          id: <bdi className="num">{user.displayId}</bdi>,
        })}
      </p>
      <Button
        variant={isAside ? 'secondary' : 'primary'}
        size="large"
        wide
        onClick={() => void navigate('/')}
      >
        {t('Continue as {name}', { name: user.displayName || user.displayId })}
      </Button>
      {!isSame && (
        <Button size="large" wide busy={isBusy} onClick={switchAccount}>
          {t('Switch account')}
        </Button>
      )}
      {question}
    </>
  )
}
