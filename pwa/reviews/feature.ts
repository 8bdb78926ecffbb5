import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const reviews = defineFeature({
  screens: {
    '/admin/reviews': {
      title: msg('Review desk'),
      access: 'reviews.read',
      page: async () => (await import('#pwa/pages/admin/reviews.tsx')).AdminReviewsPage,
      menu: { icon: 'inbox', adminMenu: 2 },
    },
  },
  queries: { reviews: ['review_claim'] },
})
