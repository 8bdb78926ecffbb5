import { defineFeature } from '#server/feature.ts'
import { registerAuditRoutes } from './routes.ts'

export const auditFeature = defineFeature({
  name: 'audit',
  routes: (app, services, { auditAreas }) => registerAuditRoutes(app, services, auditAreas),
})
