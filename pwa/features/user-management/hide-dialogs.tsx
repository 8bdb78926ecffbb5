import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import type { HistoryList } from '#shared/contract/user-history.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { useAct } from './use-act.ts'
import { useHideHistory, useHideTradeHistory } from './use-user-management.ts'
import { nameOf } from './user-facts.ts'

const WORDS: Readonly<Record<HistoryList, { readonly noun: string; readonly failed: string }>> = {
  orders: { noun: 'orders', failed: 'Failed to hide orders' },
  futures: { noun: 'futures trades', failed: 'Failed to hide futures trades' },
  transactions: { noun: 'transactions', failed: 'Failed to hide selected transactions' },
}

interface HideEntriesDialogProps {
  user: AdminUser
  list: HistoryList
  /** undefined: everything that is over. */
  ids: readonly string[] | undefined
  onClose: () => void
  onDone: () => void
}

/** Asks before entries leave their owner's list. */
export function HideEntriesDialog({ user, list, ids, onClose, onDone }: HideEntriesDialogProps) {
  const { submit, isSubmitting } = useHideHistory(list)
  const act = useAct()
  const { noun, failed } = WORDS[list]

  async function hide() {
    const body = { userId: user.id, ...(ids ? { ids: [...ids] } : {}) }
    if (await act(submit({ body }), failed)) onDone()
    else onClose()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Hide ${noun}?`}
      confirmLabel="Hide"
      tone="danger"
      busy={isSubmitting}
      onConfirm={() => void hide()}
    >
      <p>
        {ids ? `${ids.length} of the ${noun}` : `All ${noun} that are over`} leave the lists of{' '}
        {nameOf(user)}. They find them under “Show archived”.
      </p>
    </ConfirmDialog>
  )
}

interface HideTradesDialogProps {
  user: AdminUser
  onClose: () => void
}

/** Asks before all closed trades leave the lists. */
export function HideTradesDialog({ user, onClose }: HideTradesDialogProps) {
  const { submit, isSubmitting } = useHideTradeHistory()
  const act = useAct()

  async function hide() {
    await act(submit({ body: { userId: user.id } }), 'Failed to delete user history')
    onClose()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete the trade history?"
      confirmLabel="Delete trade history"
      tone="danger"
      busy={isSubmitting}
      onConfirm={() => void hide()}
    >
      <p>
        Every closed order and futures trade leaves the lists of {nameOf(user)}. Staff and the
        ledger keep them, and the user finds them under “Show archived”.
      </p>
    </ConfirmDialog>
  )
}
