import type { GaugeDefinition } from '#server/platform/metrics.ts'
import type { Services } from '#server/services.ts'
import { reconciliationRuns } from './handler.ts'

/** The results of the last run of the checks. */
export function reconciliationGauges({ log }: Services): GaugeDefinition[] {
  return [
    {
      name: 'ledger_verified_position',
      help: 'Last position up to which the ledger was verified',
      read: async () => Number((await reconciliationRuns.readState(log)).verified?.position ?? 0),
    },
    {
      name: 'ledger_check_failures',
      help: 'Ledger checks that failed in the last run',
      read: async () => (await reconciliationRuns.readState(log)).last?.faults.length ?? 0,
    },
  ]
}
