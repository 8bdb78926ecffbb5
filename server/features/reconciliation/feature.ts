import { defineFeature } from '#server/feature.ts'
import { msg, textOf } from '#shared/text/t.ts'
import { reconciliation } from './decider.ts'
import { reconciliationEvents } from './events.ts'
import { reconciliationGauges } from './gauges.ts'
import { reconciliationRuns } from './handler.ts'
import { inspectInThread } from './inspect-in-thread.ts'
import { registerReconciliationRoutes } from './routes.ts'
import { reconciliationSchedule, reconciliationTasks } from './runs.ts'
import { watchHistory } from './watch-history.ts'

export const reconciliationFeature = defineFeature({
  name: 'reconciliation',
  events: reconciliationEvents,
  audit: {
    area: 'reconciliation',
    label: msg('Reconciliation'),
    details: {
      ReconciliationRequested: ({ scope }) =>
        textOf('{scope, select, full {All events} other {Events since the last run}}', { scope }),
      ReconciliationPassed: ({ events }) =>
        textOf('{events, plural, one {# event} other {# events}}', { events }),
      ReconciliationFailed: ({ faults }) => faults.map(({ fault }) => fault).join('; '),
      PositionsLost: ({ lastKept, lastLost }) => `${lastKept} - ${lastLost}`,
    },
  },
  aggregate: reconciliation,
  live: { action: 'ledger_check' },
  routes: registerReconciliationRoutes,
  schedules: reconciliationSchedule,
  tasks: (services, stopping) =>
    reconciliationTasks(services, inspectInThread(services.databaseUrl, stopping)),
  followers: () => [reconciliationRuns.follower],
  start: watchHistory,
  gauges: reconciliationGauges,
  notifications: [
    {
      kind: 'ledger',
      to: 'staff',
      label: msg('Ledger'),
      hint: msg('A check of the ledger has failed.'),
      isAlwaysOn: true,
      url: '/admin/reconciliation',
      texts: {
        ReconciliationFailed: {
          title: msg('Ledger check failed'),
          body: msg('A check of the ledger has found an error.'),
        },
        PositionsLost: {
          title: msg('A failover lost events'),
          body: msg(
            'A failover lost the latest events. Apps send their submissions again; the audit has the numbers.',
          ),
        },
      },
    },
  ],
})
