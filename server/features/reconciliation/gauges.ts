import type { GaugeDefinition } from '#server/platform/metrics.ts'
import type { Services } from '#server/services.ts'
import { readReconciliation } from './handler.ts'

/** The results of the last run of the checks. */
export function reconciliationGauges({ log }: Services): GaugeDefinition[] {
  return [
    {
      name: 'ledger_verified_position',
      help: 'Up to which position the ledger was found sound',
      read: async () => Number((await readReconciliation(log)).verified?.position ?? 0),
    },
    {
      name: 'ledger_check_failures',
      help: 'Checks of the ledger that failed in the last run',
      read: async () => (await readReconciliation(log)).last?.faults.length ?? 0,
    },
  ]
}
