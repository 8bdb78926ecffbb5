import { LayoutDashboard } from 'lucide-react'
import { defineFeature } from '#pwa/feature.ts'

export const dashboard = defineFeature({
  screens: {
    '/admin/dashboard': {
      title: 'Dashboard',
      access: 'dashboard.read',
      page: async () => (await import('#pwa/pages/admin/dashboard.tsx')).AdminDashboardPage,
      menu: { icon: LayoutDashboard, adminMenu: 1 },
    },
  },
  queries: { stats: ['user'] },
})
