import { defineFeature } from '#pwa/feature.ts'

export const adjustments = defineFeature({
  queries: { adjustments: ['portfolio'] },
  notifications: {
    'adjustment-review': ['Adjustments', 'One awaits its second approval.'],
  },
})
