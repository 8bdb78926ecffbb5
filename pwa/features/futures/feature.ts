import { Timer } from 'lucide-react'
import { defineFeature } from '#pwa/feature.ts'

export const futures = defineFeature({
  screens: {
    '/futures': {
      title: 'Futures',
      access: 'user',
      page: async () => (await import('#pwa/pages/futures.tsx')).FuturesPage,
      menu: { icon: Timer, topLabel: 'Trading', bottomBar: 4, topMenu: 5 },
    },
  },
  queries: { 'future-trades': ['trades'] },
  holds: { futures: { label: 'Futures trade', to: '/futures' } },
})
