import { LayoutDashboard } from 'lucide-react'
import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const dashboard = defineFeature({
  screens: {
    '/admin/dashboard': {
      title: msg('Dashboard'),
      access: 'dashboard.read',
      page: async () => (await import('#pwa/pages/admin/dashboard.tsx')).AdminDashboardPage,
      menu: { icon: LayoutDashboard, adminMenu: 1 },
    },
  },
  queries: { stats: ['user'] },
})
