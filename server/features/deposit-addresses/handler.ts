import type { Decision } from '#server/events/decider.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { Cause } from '#server/platform/mount.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import type { Refusal } from '#shared/refusal.ts'
import type { DepositNetwork } from '#shared/rules/deposits.ts'
import { isAddressOf } from '#shared/rules/wallet-address.ts'
import {
  addDepositAddress,
  changeDepositAddress,
  type DepositAddressState,
  depositAddresses,
  depositAddressId,
  setDepositAddressActive,
} from './decider.ts'
import type { DepositAddressEvent } from './events.ts'

type Needs = Pick<Services, 'log'>

interface Act {
  readonly caller: Caller
  readonly cause: Cause
}

interface Place {
  readonly symbol: string
  readonly network: DepositNetwork
}

type NamedAddress = Place & { readonly address: string }

export function addAddress(needs: Needs, named: NamedAddress, act: Act) {
  return onAddress(needs, named, act, (state) =>
    addDepositAddress(state, checked(named), factsOf(act)),
  )
}

export function changeAddress(needs: Needs, named: NamedAddress, act: Act) {
  return onAddress(needs, named, act, (state) =>
    changeDepositAddress(state, checked(named), factsOf(act)),
  )
}

export function setActive(needs: Needs, place: Place & { readonly isActive: boolean }, act: Act) {
  return onAddress(needs, place, act, (state) =>
    setDepositAddressActive(state, place, factsOf(act)),
  )
}

function checked(named: NamedAddress) {
  return { ...named, isWellFormed: isAddressOf(named.network, named.address) }
}

function factsOf({ caller, cause }: Act) {
  return { by: caller.userId, at: cause.metadata.at }
}

async function onAddress(
  { log }: Needs,
  { symbol, network }: Place,
  { cause }: Act,
  decideWith: (state: DepositAddressState) => Decision<DepositAddressEvent>,
): Promise<Listed<DepositAddressState> | Refusal> {
  const result = await handleCommand(log, {
    ...cause,
    aggregate: depositAddresses,
    id: depositAddressId(symbol, network),
    owner: null,
    decideWith,
  })
  return result.outcome === 'refused' ? result.refusal : result
}
