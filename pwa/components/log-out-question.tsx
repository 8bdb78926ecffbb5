import { useState } from 'react'
import { logOut } from '#pwa/hooks/session-acts.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { t } from '#shared/text/t.ts'

/**
 * The only way to log out: asks first if submissions that are not sent yet would be lost.
 *
 * @param textFor says how they could still be sent
 */
export function useLogOutQuestion(textFor: (count: number) => string = waitForConnection) {
  const [unsent, setUnsent] = useState(0)
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function leave(choice?: 'discard') {
    setBusy(true)
    try {
      const left = await logOut(choice)
      setAsked(left > 0)
      if (left > 0) setUnsent(left)
    } finally {
      setBusy(false)
    }
  }

  const question = (
    <ConfirmDialog
      open={isAsked}
      onClose={() => setAsked(false)}
      title={t('Some submissions have not been sent')}
      confirmLabel={t('Discard and log out')}
      dismissLabel={t('Stay signed in')}
      tone="danger"
      busy={isBusy}
      onConfirm={() => void leave('discard')}
    >
      {textFor(unsent)}
    </ConfirmDialog>
  )
  return { leave: () => void leave(), isBusy, question }
}

function waitForConnection(count: number): string {
  return t(
    '{count, plural, one {One submission is waiting for a connection. Logging out deletes it from this device. Stay signed in to send it later.} other {# submissions are waiting for a connection. Logging out deletes them from this device. Stay signed in to send them later.}}',
    { count },
  )
}
