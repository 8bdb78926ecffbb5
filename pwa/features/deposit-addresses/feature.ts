import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const depositAddresses = defineFeature({
  screens: {
    '/admin/settings': {
      title: msg('Admin Panel'),
      access: 'addresses.read',
      page: async () => (await import('#pwa/pages/admin/settings.tsx')).AdminSettingsPage,
      menu: { icon: 'settings', adminMenu: 8 },
    },
  },
  queries: { 'deposit-addresses': ['deposit_address'], reviews: ['deposit_address'] },
  reviewView: async () => (await import('./review-view.tsx')).depositAddressReview,
})
