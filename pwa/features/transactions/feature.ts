import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const transactions = defineFeature({
  dialogs: {
    'transaction-history': {
      load: async () =>
        (await import('#pwa/pages/transactions/transaction-history-dialog.tsx'))
          .TransactionHistoryDialog,
    },
  },
  queries: { transactions: ['transactions'] },
  unsent: {
    'POST /api/transactions': {
      label: msg('Deposits and withdrawals'),
      to: '/?open=transaction-history',
    },
  },
})
