import { defineFeature } from '#pwa/feature.ts'

export const staffSearch = defineFeature({
  queries: { search: [] },
})
