import { defineFeature } from '#server/feature.ts'
import { pushNotifications, pushTasks } from './delivery.ts'
import { registerPushRoutes } from './routes.ts'

export const pushFeature = defineFeature({
  name: 'push',
  routes: (app, services, { notifications }) => registerPushRoutes(app, services, notifications),
  tasks: ({ pool, push }) => pushTasks(pool, push),
  followers: (features) => [pushNotifications(features)],
})
