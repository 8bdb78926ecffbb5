import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const reserves = defineFeature({
  screens: {
    '/reserves': {
      title: msg('Proof of reserves'),
      access: 'always',
      page: async () => (await import('#pwa/pages/reserves.tsx')).ReservesPage,
    },
    '/admin/reserves': {
      title: msg('Reserves'),
      access: 'reserves.manage',
      page: async () => (await import('#pwa/pages/admin/reserves.tsx')).AdminReservesPage,
      menu: { icon: 'landmark', adminMenu: 7.6 },
    },
  },
  queries: { reserves: [] },
})
