import { TransactionHistoryDialog } from '#pwa/pages/transactions/transaction-history-dialog.tsx'
import { acknowledgeTransaction } from '#shared/contract/transactions.ts'
import type { Queueing } from '#tests/pwa/support/queueing.ts'

const history = <TransactionHistoryDialog open onClose={() => undefined} />

export const queueing: readonly Queueing[] = [
  {
    route: acknowledgeTransaction,
    body: { type: 'deposit' },
    list: history,
    shows: 'Acknowledge a result',
  },
]
