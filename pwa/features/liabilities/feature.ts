import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const liabilities = defineFeature({
  screens: {
    '/admin/liabilities': {
      title: msg('Proof of liabilities'),
      access: 'audit.read',
      page: async () => (await import('#pwa/pages/admin/liabilities.tsx')).AdminLiabilitiesPage,
      menu: { icon: 'list-tree', adminMenu: 7.5 },
    },
  },
  queries: { liabilities: ['liabilities'], proofs: ['liabilities'] },
})
