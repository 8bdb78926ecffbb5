import { defineFeature } from '#server/feature.ts'
import { registerPricesRoutes } from './routes.ts'
import { keptTicks } from './tick-retention.ts'

export const priceFeature = defineFeature({
  name: 'prices',
  routes: registerPricesRoutes,
  followers: () => [keptTicks],
})
