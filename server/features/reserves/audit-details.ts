import type { AuditDetails } from '#server/feature.ts'
import { NONE } from '#server/ledger/described-values.ts'
import { formatLimit, inUtc } from '#shared/format.ts'
import { textOf } from '#shared/text/t.ts'
import type { reserveEvents } from './events.ts'

/** Audit details: which address of the reserves, and how much it holds. */
export const reserveDetails: AuditDetails<typeof reserveEvents> = {
  ReserveAdded: ({ symbol, network, address }) =>
    textOf('{symbol} on {network}: {address}', { symbol, network, address }),
  ReserveBalanceEntered: ({ amount, symbol = '', address = NONE, asOf, source }) =>
    textOf('{amount} on {time}, by {source}{address, select, none {} other { at {address}}}', {
      amount: `${formatLimit(amount)} ${symbol}`.trim(),
      time: inUtc(asOf),
      source,
      address,
    }),
  ReserveRemoved: ({ id, symbol, network, address }) =>
    symbol && network && address
      ? textOf('{symbol} on {network}: {address}', { symbol, network, address })
      : id,
}
