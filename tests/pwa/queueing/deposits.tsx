import { TransactionHistoryDialog } from '#pwa/pages/transactions/transaction-history-dialog.tsx'
import { submitDeposit } from '#shared/contract/deposits.ts'
import type { Queueing } from '#tests/pwa/support/queueing.ts'

const history = <TransactionHistoryDialog open onClose={() => undefined} />

export const queueing: readonly Queueing[] = [
  {
    route: submitDeposit,
    body: { symbol: 'USDT', amount: '12.5' },
    list: history,
    shows: '12.50000000 USDT',
  },
]
