import { defineFeature } from '#server/feature.ts'
import { registerUserAdminRoutes } from './admin-routes.ts'
import { registerUserRoutes } from './routes.ts'

export const usersFeature = defineFeature({
  name: 'users',
  routes: (app, services) => {
    registerUserRoutes(app, services)
    registerUserAdminRoutes(app, services)
  },
})
