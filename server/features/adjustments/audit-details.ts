import type { AuditDetails } from '#server/feature.ts'
import { NONE, signedChanges } from '#server/ledger/described-values.ts'
import { formatUsd } from '#shared/format.ts'
import { textOf } from '#shared/text/t.ts'
import type { adjustmentEvents } from './events.ts'

/** What an adjustment changed, for a line of the audit: all assets, with signs. */
export const adjustmentDetails: AuditDetails<typeof adjustmentEvents> = {
  BalanceAdjusted: (change) => signedChanges([change]),
  PortfolioAdjusted: ({ purpose, changes }) =>
    textOf('{purpose, select, reset {Reset to zero: {changes}} other {{changes}}}', {
      purpose,
      changes: signedChanges(changes),
    }),
  AdjustmentProposed: ({ purpose, changes, firstApproval: { value } }) =>
    textOf(
      '{purpose, select, reset {Reset to zero: {changes}} other {{changes}}}; {value, select, none {value unknown} other {worth {value}}}',
      {
        purpose,
        changes: signedChanges(changes),
        value: value === null ? NONE : formatUsd(value),
      },
    ),
}
