import { countSendingSince } from '#server/facts/coins-being-sent.ts'
import { listStaff } from '#server/facts/staff-roles.ts'
import { defineFeature } from '#server/feature.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { countUsers } from '#server/queries/user-counts.ts'
import type { Services } from '#server/services.ts'
import { readAdminStats } from '#shared/contract/dashboard.ts'
import { parseUnits } from '#shared/money.ts'
import { SENDING_OVERDUE_HOURS } from '#shared/rules/withdrawals.ts'
import { DAY_MS, HOUR_MS, instantOf } from '#shared/time.ts'

/** Source: docs/product.md, Dashboard. */
const NEW_SIGNUP_DAYS = 7

export const dashboardFeature = defineFeature({
  name: 'dashboard',
  routes: registerDashboardRoutes,
})

function registerDashboardRoutes(app: App, services: Services): void {
  const { clock, pool, config } = services
  const { secondApprovalAboveUsd: above } = config

  mount(app, services, readAdminStats, async () => {
    const overdueSince = instantOf(clock.now() - SENDING_OVERDUE_HOURS * HOUR_MS)
    const [counts, staff, sendingOverdue] = await Promise.all([
      countUsers(pool, new Date(clock.now() - NEW_SIGNUP_DAYS * DAY_MS)),
      listStaff(pool),
      countSendingSince(pool, overdueSince),
    ])
    const isMissing = staff.length < 2 && parseUnits(above) > 0n
    return { ...counts, secondPersonMissingAbove: isMissing ? above : null, sendingOverdue }
  })
}
