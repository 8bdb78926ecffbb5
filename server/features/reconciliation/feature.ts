import { defineFeature } from '#server/feature.ts'
import { reconciliation } from './decider.ts'
import { reconciliationEvents } from './events.ts'
import { inspectInThread } from './inspect-in-thread.ts'
import { registerReconciliationRoutes } from './routes.ts'
import { reconciliationRuns, reconciliationSchedule, reconciliationTasks } from './runs.ts'

export const reconciliationFeature = defineFeature({
  name: 'reconciliation',
  events: reconciliationEvents,
  audit: { area: 'reconciliation', label: 'Reconciliation' },
  aggregate: reconciliation,
  live: { action: 'ledger_check' },
  routes: registerReconciliationRoutes,
  schedules: reconciliationSchedule,
  tasks: (services, stopping) =>
    reconciliationTasks(services, inspectInThread(services.databaseUrl, stopping)),
  followers: () => [reconciliationRuns],
  notifications: [
    {
      kind: 'ledger',
      to: 'staff',
      label: 'Ledger',
      hint: 'A fault in the ledger is everybody’s work.',
      isAlwaysOn: true,
      url: '/admin/reconciliation',
      texts: {
        ReconciliationFailed: {
          title: 'The ledger is not sound',
          body: 'A check of the ledger has found a fault.',
        },
      },
    },
  ],
})
