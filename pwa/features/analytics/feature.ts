import { defineFeature } from '#pwa/feature.ts'

export const analytics = defineFeature({
  queries: { analytics: [] },
})
