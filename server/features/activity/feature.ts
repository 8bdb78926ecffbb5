import { defineFeature } from '#server/feature.ts'
import { registerActivityRoutes } from './routes.ts'

export const activityFeature = defineFeature({
  name: 'activity',
  routes: registerActivityRoutes,
})
