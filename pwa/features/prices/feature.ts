import { ChartNoAxesColumn } from 'lucide-react'
import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const prices = defineFeature({
  screens: {
    '/market': {
      title: msg('Markets'),
      access: 'user',
      page: async () => (await import('#pwa/pages/market.tsx')).MarketPage,
      menu: { icon: ChartNoAxesColumn, bottomBar: 2, topMenu: 3 },
    },
  },
  queries: { crypto: ['crypto_prices'] },
})
