import { ChartCandlestick } from 'lucide-react'
import { defineFeature } from '#pwa/feature.ts'

export const spotOrders = defineFeature({
  screens: {
    '/exchange': {
      title: 'Exchange',
      access: 'user',
      page: async () => (await import('#pwa/pages/exchange.tsx')).ExchangePage,
      menu: { icon: ChartCandlestick, bottomBar: 3, topMenu: 4 },
    },
  },
  queries: {
    trades: ['trades'],
    'pending-orders': ['trades'],
    'all-orders': ['trades'],
    portfolio: ['trades'],
    reviews: ['trades'],
  },
  holds: { 'spot-order': { label: 'Spot order', to: '/exchange' } },
  reviewView: async () => (await import('./review-view.tsx')).spotOrderReview,
})
