import { defineFeature } from '#server/feature.ts'
import { registerDashboardRoutes } from './routes.ts'

export const dashboardFeature = defineFeature({
  name: 'dashboard',
  routes: registerDashboardRoutes,
})
