import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import type { HistoryList } from '#shared/contract/user-history.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { failedWith } from './failed-text.ts'
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
  const { submit } = useHideHistory(list)
  const { noun, failed } = WORDS[list]
  const form = useCommandForm({
    initial: {},
    send: () => submit({ body: { userId: user.id, ...(ids ? { ids: [...ids] } : {}) } }),
    failed: failedWith(failed),
    done: ({ message }) => ({ title: 'Success', message }),
    onSent: onDone,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Hide ${noun}?`}
      size="small"
      submit="Hide"
      variant="danger"
    >
      <p className="text-fg-2 text-sm">
        {ids ? `${ids.length} of the ${noun}` : `All ${noun} that are over`} leave the lists of{' '}
        {nameOf(user)}. They find them under “Show archived”.
      </p>
    </FormDialog>
  )
}

interface HideTradesDialogProps {
  user: AdminUser
  onClose: () => void
}

/** Asks before all closed trades leave the lists. */
export function HideTradesDialog({ user, onClose }: HideTradesDialogProps) {
  const { submit } = useHideTradeHistory()
  const form = useCommandForm({
    initial: {},
    send: () => submit({ body: { userId: user.id } }),
    failed: failedWith('Failed to delete user history'),
    done: ({ message }) => ({ title: 'Success', message }),
    onSent: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Delete the trade history?"
      size="small"
      submit="Delete trade history"
      variant="danger"
    >
      <p className="text-fg-2 text-sm">
        Every closed order and futures trade leaves the lists of {nameOf(user)}. Staff and the
        ledger keep them, and the user finds them under “Show archived”.
      </p>
    </FormDialog>
  )
}
