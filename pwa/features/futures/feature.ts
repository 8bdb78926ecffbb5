import { Timer } from 'lucide-react'
import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const futures = defineFeature({
  screens: {
    '/futures': {
      title: msg('Futures'),
      access: 'user',
      page: async () => (await import('#pwa/pages/futures.tsx')).FuturesPage,
      menu: { icon: Timer, topLabel: msg('Trading'), bottomBar: 4, topMenu: 5 },
    },
  },
  queries: { 'future-trades': ['trades'] },
  holds: { futures: { label: msg('Futures trade'), to: '/futures' } },
})
