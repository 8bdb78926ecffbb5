import { defineFeature } from '#pwa/feature.ts'

export const transactions = defineFeature({
  dialogs: {
    'transaction-history': {
      load: async () =>
        (await import('#pwa/pages/transactions/transaction-history-dialog.tsx'))
          .TransactionHistoryDialog,
    },
  },
  queries: { transactions: ['transactions'] },
})
