import { defineFeature } from '#server/feature.ts'
import { registerUserHistoryRoutes } from './routes.ts'

export const userHistoryFeature = defineFeature({
  name: 'user-history',
  routes: (app, services, { histories }) => registerUserHistoryRoutes(app, services, histories),
})
