import { type App, mount } from '#server/platform/mount.ts'
import type { Services } from '#server/services.ts'
import { readAnalytics } from '#shared/contract/analytics.ts'
import { readReport } from './report.ts'

export function registerAnalyticsRoutes(app: App, services: Services): void {
  mount(app, services, readAnalytics, ({ query }) => readReport(services, query.period))
}
