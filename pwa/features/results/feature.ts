import { defineFeature } from '#pwa/feature.ts'

export const results = defineFeature({
  queries: { results: ['deposit', 'withdraw', 'loan', 'trades', 'kyc'] },
})
