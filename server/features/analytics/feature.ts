import { defineFeature } from '#server/feature.ts'
import { registerAnalyticsRoutes } from './routes.ts'

export const analyticsFeature = defineFeature({
  name: 'analytics',
  routes: registerAnalyticsRoutes,
})
