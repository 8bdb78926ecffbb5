import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '#pwa/hooks/use-session.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { MenuRow } from './menu-row.tsx'

/** Logs out; submissions that were not sent yet are spoken about first. */
export function LogOutRow() {
  const { logOut } = useSession()
  const [unsent, setUnsent] = useState(0)
  const [busy, setBusy] = useState(false)

  async function leave(choice?: 'discard' | 'keep') {
    setBusy(true)
    const result = await logOut(choice)
    setBusy(false)
    setUnsent(result.left ? 0 : result.unsent)
  }

  return (
    <>
      <MenuRow label="Log out" icon={LogOut} busy={busy} onOpen={() => void leave()} />
      <Dialog
        open={unsent > 0}
        onOpenChange={(open) => !open && setUnsent(0)}
        title="Not everything was sent"
        size="small"
        footer={
          <>
            <Button variant="danger" className="flex-1" onClick={() => void leave('discard')}>
              Discard
            </Button>
            <Button variant="primary" className="flex-1" onClick={() => void leave('keep')}>
              Keep
            </Button>
          </>
        }
      >
        <p className="text-fg-2">
          {unsent === 1 ? 'One submission waits' : `${unsent} submissions wait`} for a connection.
          Keep {unsent === 1 ? 'it' : 'them'} on this device until you log in again, or discard{' '}
          {unsent === 1 ? 'it' : 'them'} now.
        </p>
      </Dialog>
    </>
  )
}
