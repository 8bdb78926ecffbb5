import { useNavigate } from 'react-router-dom'
import { useLogOutQuestion } from '#pwa/components/log-out-question.tsx'
import type { SessionView } from '#pwa/stores/session.ts'
import { Button } from '#pwa/ui/button.tsx'

interface SwitchAccountProps {
  user: SessionView
  /** The link belongs to the user who is signed in. */
  isSame: boolean
  /** Another form on the page comes first. */
  isAside?: boolean
}

/** After the link of a mail was opened while a user is signed in on the device. */
export function SwitchAccount({ user, isSame, isAside = false }: SwitchAccountProps) {
  const navigate = useNavigate()
  const { leave, isBusy, question } = useLogOutQuestion()
  return (
    <>
      <p className="wrap-anywhere text-fg-2 text-sm">
        You are signed in as <strong className="text-fg">{user.displayName}</strong> (ID{' '}
        <span className="num">{user.displayId}</span>).
      </p>
      <Button
        variant={isAside ? 'secondary' : 'primary'}
        size="large"
        wide
        onClick={() => void navigate('/')}
      >
        Continue as {user.displayName || user.displayId}
      </Button>
      {!isSame && (
        <Button size="large" wide busy={isBusy} onClick={leave}>
          Switch account
        </Button>
      )}
      {question}
    </>
  )
}
