import { useEffect, useState } from 'react'
import type { SessionView } from '#pwa/stores/session.ts'
import { Notice } from '#pwa/ui/notice.tsx'
import type { confirmEmail } from '#shared/contract/auth.ts'
import type { ResponseOf } from '#shared/contract/route.ts'
import { t } from '#shared/text/t.ts'
import { useIdentity } from './use-identity.ts'

export type Confirmed = ResponseOf<typeof confirmEmail>

interface ConfirmationProps {
  token: string
  signedInAs: SessionView | undefined
  onDone: (confirmed: Confirmed) => void
}

/** Confirms once when the mail's link is opened, and says whose address that was. */
export function Confirmation({ token, signedInAs, onDone }: ConfirmationProps) {
  const { confirm } = useIdentity()
  const [confirmed, setConfirmed] = useState<Confirmed>()
  const [problem, setProblem] = useState<string>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the token is used once, when it arrives
  useEffect(() => {
    let isGone = false
    void confirm(token).then((response) => {
      if (isGone) return
      if (response.state === 'refused') return setProblem(response.failure.message)
      if (response.state !== 'done') return
      setConfirmed(response.response)
      onDone(response.response)
    })
    return () => {
      isGone = true
    }
  }, [token])

  return (
    <div role="status">
      <Notice tone={problem ? 'warn' : 'info'}>
        {problem ?? (confirmed ? textOf(confirmed, signedInAs) : t('Confirming your email…'))}
      </Notice>
    </div>
  )
}

function textOf({ user_id, email }: Confirmed, signedInAs: SessionView | undefined): string {
  if (!signedInAs) return t('Your email is confirmed. You can log in.')
  return signedInAs.userId === user_id
    ? t('Your email is confirmed.')
    : t(
        'The email address {email} is confirmed. It belongs to a different account than the one you are signed in to.',
        { email },
      )
}
