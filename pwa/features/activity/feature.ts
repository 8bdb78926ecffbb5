import { defineFeature } from '#pwa/feature.ts'

export const activity = defineFeature({
  screens: [
    {
      path: '/activity',
      title: 'Activity',
      access: 'user',
      page: async () => (await import('#pwa/pages/activity.tsx')).ActivityPage,
    },
    {
      path: '/admin/users/:userId/activity',
      title: 'User’s activity',
      access: 'users.read',
      page: async () => (await import('#pwa/pages/admin/user-activity.tsx')).AdminUserActivityPage,
    },
  ],
  queries: { activity: ['portfolio'] },
})
