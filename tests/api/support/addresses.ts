import { randomUUID } from 'node:crypto'
import { handleCommand } from '#server/events/handle-command.ts'
import {
  type DepositAddressState,
  depositAddresses,
  depositAddressId,
} from '#server/features/deposit-addresses/decider.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import type { Services } from '#server/services.ts'
import { instantOf } from '#shared/time.ts'

/** Offers users an address for USDT. Does nothing if it is offered already. */
export function offerUsdtAddress(world: Offering): Promise<void> {
  return offerAddress(world, { symbol: 'USDT', network: 'TRC20', address: USDT_ADDRESS })
}

const USDT_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

interface Offering {
  readonly services: Pick<Services, 'log' | 'clock'>
}

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
  { services }: Offering,
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
