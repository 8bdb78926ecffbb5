import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const activity = defineFeature({
  screens: {
    '/activity': {
      title: msg('Activity'),
      access: 'user',
      page: async () => (await import('#pwa/pages/activity.tsx')).ActivityPage,
    },
    '/admin/users/:userId/activity': {
      title: msg('User’s activity'),
      access: 'users.read',
      page: async () => (await import('#pwa/pages/admin/user-activity.tsx')).AdminUserActivityPage,
    },
  },
  queries: { activity: ['portfolio', 'user', 'password'], balances: ['portfolio'] },
})
