import { defineFeature } from '#server/feature.ts'
import { registerStaffSearchRoutes } from './routes.ts'

/** How staff find users and what belongs to them. */
export const staffSearchFeature = defineFeature({
  name: 'staff-search',
  routes: registerStaffSearchRoutes,
})
