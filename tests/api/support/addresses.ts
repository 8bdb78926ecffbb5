import { randomUUID } from 'node:crypto'
import { handleCommand } from '#server/events/handle-command.ts'
import {
  type DepositAddressState,
  depositAddresses,
  depositAddressId,
} from '#server/features/deposit-addresses/decider.ts'
import { systemCause } from '#server/platform/run-command.ts'
import type { Services } from '#server/services.ts'
import { instantOf } from '#shared/time.ts'

interface Offer {
  readonly symbol: string
  readonly network: string
  readonly address: string
}

/**
 * Offers users a deposit address, as if two members of staff had approved it. Does nothing if it
 * is offered already.
 */
export async function offerAddress(
  { services }: { readonly services: Pick<Services, 'log' | 'clock'> },
  { symbol, network, address }: Offer,
): Promise<void> {
  const changedAt = instantOf(services.clock.now())
  const by = { symbol, network, changedBy: randomUUID(), changedAt }
  const asked = { symbol, network, address }
  const before = await services.log.readDocument<DepositAddressState>(
    `deposit-address-${symbol}-${network}`,
  )
  if (before?.state.address === address) return
  await handleCommand(services.log, {
    ...systemCause(`offer ${randomUUID()}`, asked, changedAt, randomUUID()),
    aggregate: depositAddresses,
    id: depositAddressId(symbol, network),
    owner: null,
    decideWith: (state) =>
      state.version === 0
        ? { type: 'DepositAddressAdded' as const, data: { ...by, address } }
        : {
            type: 'DepositAddressChanged' as const,
            data: { ...by, previousAddress: state.address, address },
          },
  })
}
