import { useState } from 'react'
import { logOut } from '#pwa/hooks/session-acts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { t } from '#shared/text/t.ts'

/** Logs out; asks first if submissions that are not sent yet would be lost. */
export function useLogOutQuestion() {
  const [unsent, setUnsent] = useState(0)
  const [isBusy, setBusy] = useState(false)

  async function leave(choice?: 'discard') {
    setBusy(true)
    try {
      setUnsent(await logOut(choice))
    } finally {
      setBusy(false)
    }
  }

  const question = (
    <Dialog
      open={unsent > 0}
      onClose={() => setUnsent(0)}
      title={t('Not everything was sent')}
      size="small"
      footer={
        <>
          <Button variant="danger" className="flex-1" onClick={() => void leave('discard')}>
            {t('Discard and log out')}
          </Button>
          <Button variant="primary" className="flex-1" onClick={() => setUnsent(0)}>
            {t('Stay logged in')}
          </Button>
        </>
      }
    >
      <p className="text-fg-2">
        {t(
          '{count, plural, one {One submission is waiting for a connection. Logging out deletes it from this device. Stay logged in to send it later.} other {# submissions are waiting for a connection. Logging out deletes them from this device. Stay logged in to send them later.}}',
          { count: unsent },
        )}
      </p>
    </Dialog>
  )
  return { leave: () => void leave(), isBusy, question }
}
