import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const userManagement = defineFeature({
  screens: {
    '/admin/users': {
      title: msg('User Management'),
      access: 'users.read',
      page: async () => (await import('#pwa/pages/admin/users.tsx')).AdminUsersPage,
      menu: { icon: 'users', adminMenu: 3 },
    },
  },
  queries: {
    users: ['user'],
    'user-profile': ['user'],
    'user-history': ['transactions'],
  },
})
