import { defineFeature } from '#pwa/feature.ts'

export const signedLog = defineFeature({ queries: { log: [], proofs: [] } })
