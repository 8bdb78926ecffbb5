import { DEMO_ADDRESSES } from '#scripts/demo/addresses.ts'
import {
  addDepositAddress,
  depositAddresses,
  depositAddressId,
} from '#server/features/deposit-addresses/decider.ts'
import type { OfferedAddress } from '#server/features/deposits/decider.ts'
import { instantOf } from '#shared/time.ts'
import type { BulkLog } from './bulk-log.ts'

/** Adds a deposit address for every coin, before the first sign-up. @returns addresses by coin */
export async function offerAddresses(
  log: BulkLog,
  by: string,
  atMs: number,
): Promise<ReadonlyMap<string, OfferedAddress>> {
  const offered = DEMO_ADDRESSES.map(({ symbol, network, address }) => {
    const state = log.act({
      aggregate: depositAddresses,
      id: depositAddressId(symbol, network),
      ...{ owner: null, by: { kind: 'admin', id: by }, atMs, isLast: true },
      decide: (known) =>
        addDepositAddress(
          known,
          { symbol, network, address, isWellFormed: true },
          { by, at: instantOf(atMs) },
        ),
    })
    return [symbol, state] as const
  })
  await log.write()
  return new Map(offered)
}
