import { TransactionHistoryDialog } from '#pwa/pages/transactions/transaction-history-dialog.tsx'
import { cancelWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import type { Queueing } from '#tests/pwa/support/queueing.ts'

const history = <TransactionHistoryDialog open onClose={() => undefined} />

export const queueing: readonly Queueing[] = [
  {
    route: submitWithdrawal,
    body: { symbol: 'BTC', amount: '0.5' },
    list: history,
    shows: '0.50000000 BTC',
  },
  { route: cancelWithdrawal, body: undefined, list: history, shows: 'Cancel a withdrawal' },
]
