import { defineFeature } from '#server/feature.ts'
import { msg } from '#shared/text/t.ts'
import { liabilities } from './decider.ts'
import { liabilityEvents } from './events.ts'
import { statementRuns } from './handler.ts'
import { registerLiabilityRoutes } from './routes.ts'
import { liabilitySchedule, liabilityTasks } from './runs.ts'

/**
 * What the platform owes its users, published so that each user can check that it includes them.
 */
export const liabilitiesFeature = defineFeature({
  name: 'liabilities',
  events: liabilityEvents,
  audit: { area: 'liabilities', label: msg('Proof of liabilities') },
  aggregate: liabilities,
  // Every device looks for its own part of a new statement.
  live: { action: 'liabilities', to: 'everyone' },
  routes: registerLiabilityRoutes,
  schedules: liabilitySchedule,
  tasks: liabilityTasks,
  followers: () => [statementRuns.follower],
})
