import type { AuditDetails } from '#server/feature.ts'
import { NONE } from '#server/ledger/described-values.ts'
import { inUtc } from '#shared/format.ts'
import { type Text, textOf } from '#shared/text/t.ts'
import type { depositAddressEvents } from './events.ts'

interface Change {
  readonly symbol: string
  readonly network: string
  readonly address: string
  readonly previousAddress?: string
  readonly takesEffectAt?: string | null
}

/**
 * Audit details of addresses that were proposed or took effect: the old and the new one in full.
 */
export const addressDetails: AuditDetails<typeof depositAddressEvents> = {
  DepositAddressProposed: changed,
  DepositAddressProposalDropped: ({ symbol, network }) =>
    textOf('{symbol} on {network}', { symbol, network }),
  DepositAddressAdded: changed,
  DepositAddressChanged: changed,
  DepositAddressActivated: changed,
  DepositAddressDeactivated: changed,
}

function changed({ symbol, network, address, previousAddress, takesEffectAt }: Change): Text {
  const isReplaced = previousAddress && previousAddress !== address
  return textOf(
    '{symbol} on {network}: {previous, select, none {{address}} other {{previous} → {address}}}{time, select, none {} other {, from {time}}}',
    {
      symbol,
      network,
      address,
      previous: isReplaced ? previousAddress : NONE,
      time: takesEffectAt ? inUtc(takesEffectAt) : NONE,
    },
  )
}
