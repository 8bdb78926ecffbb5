import { House } from 'lucide-react'
import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const home = defineFeature({
  screens: {
    '/': {
      title: msg('Home'),
      access: 'user',
      page: async () => (await import('#pwa/pages/home.tsx')).HomePage,
      menu: { icon: House, bottomBar: 1, topMenu: 1 },
    },
  },
})
