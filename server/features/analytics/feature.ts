import { defineFeature, type Features } from '#server/feature.ts'
import { type App, mount } from '#server/platform/mount.ts'
import type { Services } from '#server/services.ts'
import { readAnalytics } from '#shared/contract/analytics.ts'
import { readReport } from './report.ts'

export const analyticsFeature = defineFeature({
  name: 'analytics',
  routes: registerAnalyticsRoutes,
})

function registerAnalyticsRoutes(app: App, services: Services, { decided }: Features): void {
  mount(app, services, readAnalytics, ({ query }) => readReport(services, decided, query.period))
}
