import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const audit = defineFeature({
  screens: {
    '/admin/audit': {
      title: msg('Audit'),
      access: 'audit.read',
      page: async () => (await import('#pwa/pages/admin/audit.tsx')).AdminAuditPage,
      menu: { icon: 'scroll-text', adminMenu: 6 },
    },
  },
  queries: { audit: [] },
})
