import { UserRound } from 'lucide-react'
import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const account = defineFeature({
  screens: {
    '/profile': {
      title: msg('Profile'),
      access: 'user',
      page: async () => (await import('#pwa/pages/profile.tsx')).ProfilePage,
      menu: { icon: UserRound, bottomBar: 6, topMenu: 7 },
    },
  },
  unsent: { 'PUT /api/notification-preferences': { label: msg('Notifications'), to: '/profile' } },
  queries: {
    auth: ['kyc', 'user', 'password'],
    files: [],
    'notification-preferences': [],
    push: [],
  },
})
