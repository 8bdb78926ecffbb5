import { Info } from 'lucide-react'
import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const about = defineFeature({
  screens: {
    '/about': {
      title: msg('About'),
      access: 'user',
      page: async () => (await import('#pwa/pages/about.tsx')).AboutPage,
      menu: { icon: Info, topMenu: 2 },
    },
    '/accessibility': {
      title: msg('Accessibility'),
      access: 'always',
      page: async () => (await import('#pwa/pages/accessibility.tsx')).AccessibilityPage,
    },
  },
})
