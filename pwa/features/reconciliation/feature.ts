import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const reconciliation = defineFeature({
  screens: {
    '/admin/reconciliation': {
      title: msg('Reconciliation'),
      access: 'audit.read',
      page: async () =>
        (await import('#pwa/pages/admin/reconciliation.tsx')).AdminReconciliationPage,
      menu: { icon: 'scale', adminMenu: 7 },
    },
  },
  queries: { reconciliation: ['ledger_check'] },
})
