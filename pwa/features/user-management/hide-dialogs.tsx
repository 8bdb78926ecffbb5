import { useSubmit } from '#pwa/hooks/use-submit.ts'
import {
  type HistoryList,
  hideFutures,
  hideOrders,
  hideTradeHistory,
  hideTransactions,
} from '#shared/contract/user-history.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { ActDialog } from './act-dialog.tsx'
import { nameOf } from './user-facts.ts'

const LISTS = {
  orders: { route: hideOrders, noun: 'orders', failed: 'Failed to hide orders' },
  futures: {
    route: hideFutures,
    noun: 'futures trades',
    failed: 'Failed to hide futures trades',
  },
  transactions: {
    route: hideTransactions,
    noun: 'transactions',
    failed: 'Failed to hide selected transactions',
  },
} as const

interface HideEntriesDialogProps {
  user: AdminUser
  list: HistoryList
  /** undefined: all closed entries. */
  ids: readonly string[] | undefined
  onClose: () => void
  onDone: () => void
}

export function HideEntriesDialog({ user, list, ids, ...events }: HideEntriesDialogProps) {
  const { route, noun, failed } = LISTS[list]
  const { submit } = useSubmit(route)
  return (
    <ActDialog
      {...events}
      title={`Hide ${noun}?`}
      submit="Hide"
      variant="danger"
      failed={failed}
      send={() => submit({ body: { userId: user.id, ...(ids ? { ids: [...ids] } : {}) } })}
    >
      <p className="text-fg-2 text-sm">
        {ids ? `${ids.length} of the ${noun}` : `All ${noun} that are over`} leave the lists of{' '}
        {nameOf(user)}. They find them under “Show archived”.
      </p>
    </ActDialog>
  )
}

export function HideTradesDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { submit } = useSubmit(hideTradeHistory)
  return (
    <ActDialog
      onClose={onClose}
      onDone={onClose}
      title="Delete the trade history?"
      submit="Delete trade history"
      variant="danger"
      failed="Failed to delete user history"
      send={() => submit({ body: { userId: user.id } })}
    >
      <p className="text-fg-2 text-sm">
        Every closed order and futures trade leaves the lists of {nameOf(user)}. Staff and the
        ledger keep them, and the user finds them under “Show archived”.
      </p>
    </ActDialog>
  )
}
