import { defineFeature } from '#server/feature.ts'
import { registerPortfolioRoutes } from './routes.ts'

export const portfolioFeature = defineFeature({
  name: 'portfolio',
  routes: (app, services, { aggregates }) => registerPortfolioRoutes(app, services, aggregates),
})
