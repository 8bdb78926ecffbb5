import { defineFeature } from '#server/feature.ts'
import { accountTasks } from './delete-account.ts'
import { registerAccountRoutes } from './routes.ts'

export const accountFeature = defineFeature({
  name: 'account',
  routes: (app, services, { aggregates }) => registerAccountRoutes(app, services, aggregates),
  tasks: accountTasks,
})
