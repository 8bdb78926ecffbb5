import { ChartCandlestick } from 'lucide-react'
import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

const ORDERS = { label: msg('Spot orders'), to: '/exchange' }

export const spotOrders = defineFeature({
  screens: {
    '/exchange': {
      title: msg('Exchange'),
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
  unsent: { 'POST /api/trades': ORDERS, 'PUT /api/trades/:id/cancel': ORDERS },
  holds: { 'spot-order': { label: msg('Spot order'), to: '/exchange' } },
  reviewView: async () => (await import('./review-view.tsx')).spotOrderReview,
})
