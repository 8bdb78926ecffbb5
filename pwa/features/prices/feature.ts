import { ChartNoAxesColumn } from 'lucide-react'
import { defineFeature } from '#pwa/feature.ts'

export const prices = defineFeature({
  screens: {
    '/market': {
      title: 'Markets',
      access: 'user',
      page: async () => (await import('#pwa/pages/market.tsx')).MarketPage,
      menu: { icon: ChartNoAxesColumn, bottomBar: 2, topMenu: 3 },
    },
  },
  queries: { crypto: ['crypto_prices'] },
})
