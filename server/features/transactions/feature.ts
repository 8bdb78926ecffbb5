import { defineFeature } from '#server/feature.ts'
import { registerTransactionRoutes } from './routes.ts'

export const transactionFeature = defineFeature({
  name: 'transactions',
  routes: (app, services, { transactions }) =>
    registerTransactionRoutes(app, services, transactions),
})
