import { useSubmit } from '#pwa/hooks/use-submit.ts'
import {
  type HistoryList,
  hideFutures,
  hideOrders,
  hideTradeHistory,
  hideTransactions,
} from '#shared/contract/user-history.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { msg, t } from '#shared/text/t.ts'
import { ActDialog } from './act-dialog.tsx'
import { nameOf } from './user-facts.ts'

const LISTS = {
  orders: {
    route: hideOrders,
    title: msg('Hide orders?'),
    failed: msg('Failed to hide orders'),
  },
  futures: {
    route: hideFutures,
    title: msg('Hide futures trades?'),
    failed: msg('Failed to hide futures trades'),
  },
  transactions: {
    route: hideTransactions,
    title: msg('Hide transactions?'),
    failed: msg('Failed to hide selected transactions'),
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
  const { route, title, failed } = LISTS[list]
  const { submit } = useSubmit(route)
  const name = nameOf(user)
  return (
    <ActDialog
      {...events}
      title={t(title)}
      submit={t('Hide')}
      variant="danger"
      failed={t(failed)}
      send={() => submit({ body: { userId: user.id, ...(ids ? { ids: [...ids] } : {}) } })}
    >
      <p className="text-fg-2 text-sm">
        {ids
          ? t(
              '{list, select, orders {{count, plural, one {# order will be} other {# orders will be}}} futures {{count, plural, one {# futures trade will be} other {# futures trades will be}}} other {{count, plural, one {# transaction will be} other {# transactions will be}}}} hidden from the lists of {name}, who can still find hidden entries under “Show archived”.',
              { list, count: ids.length, name },
            )
          : t(
              '{list, select, orders {All closed orders} futures {All closed futures trades} other {All closed transactions}} will be hidden from the lists of {name}, who can still find them under “Show archived”.',
              { list, name },
            )}
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
      title={t('Hide the trade history?')}
      submit={t('Hide trade history')}
      variant="danger"
      failed={t('Failed to delete user history')}
      send={() => submit({ body: { userId: user.id } })}
    >
      <p className="text-fg-2 text-sm">
        {t(
          'All closed orders and futures trades will be hidden from the lists of {name}. Staff and the ledger keep them, and the user can still find them under “Show archived”.',
          { name: nameOf(user) },
        )}
      </p>
    </ActDialog>
  )
}
