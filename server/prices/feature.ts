import { defineFeature } from '#server/feature.ts'
import { keptTicks } from './kept-ticks.ts'
import { registerPricesRoutes } from './routes.ts'

export const priceFeature = defineFeature({
  name: 'prices',
  routes: registerPricesRoutes,
  followers: () => [keptTicks],
})
