import { defineFeature } from '#server/feature.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { countUsers } from '#server/projections/user-counts.ts'
import type { Services } from '#server/services.ts'
import { readAdminStats } from '#shared/contract/dashboard.ts'
import { DAY_MS } from '#shared/time.ts'

/** Source: docs/product.md, Dashboard. */
const NEW_SIGNUP_DAYS = 7

export const dashboardFeature = defineFeature({
  name: 'dashboard',
  routes: registerDashboardRoutes,
})

function registerDashboardRoutes(app: App, services: Services): void {
  const { clock, pool } = services

  mount(app, services, readAdminStats, () =>
    countUsers(pool, new Date(clock.now() - NEW_SIGNUP_DAYS * DAY_MS)),
  )
}
