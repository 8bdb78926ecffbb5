import type { Decision } from '#server/events/decider.ts'
import type { Caller } from '#server/platform/caller.ts'
import { type App, type Cause, mount } from '#server/platform/mount.ts'
import { runCommand } from '#server/platform/run-command.ts'
import {
  type AddressFacts,
  type BookEntry,
  findAddress,
  readAddressBook,
} from '#server/projections/deposit-address-book.ts'
import type { Listed } from '#server/projections/documents.ts'
import { namesOf } from '#server/projections/people.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/deposit-addresses.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { depositCoin, depositNetworkOf } from '#shared/rules/deposits.ts'
import { isAddressOf } from '#shared/rules/wallet-address.ts'
import {
  addDepositAddress,
  changeDepositAddress,
  type DepositAddressState,
  depositAddresses,
  depositAddressId,
  type Facts,
  setDepositAddressActive,
} from './decider.ts'
import type { DepositAddressEvent } from './events.ts'

export function registerDepositAddressRoutes(app: App, services: Services): void {
  const { pool, log } = services

  const onAddress = (
    { symbol, network }: { readonly symbol: string; readonly network: string },
    { caller, cause }: { readonly caller: Caller; readonly cause: Cause },
    decide: (state: DepositAddressState, facts: Facts) => Decision<DepositAddressEvent>,
  ) =>
    runCommand(log, {
      ...cause,
      aggregate: depositAddresses,
      id: depositAddressId(symbol, network),
      owner: null,
      decideWith: (state) => decide(state, { by: caller.userId, at: cause.metadata.at }),
    })

  const answerOf = async (message: string, result: Listed<AddressFacts> | Refusal) => {
    if (isRefusal(result)) return result
    const { changedBy } = result.state
    const changedByName = (await namesOf(pool, [changedBy])).get(changedBy) ?? null
    return { message, address: presentAddress({ ...result, changedByName }) }
  }

  mount(app, services, contract.listDepositAddresses, async () => {
    const book = await readAddressBook(pool)
    const active = book.filter(({ state }) => state.isActive)
    return { addresses: active.map(({ state }) => presentShownAddress(state)) }
  })

  mount(app, services, contract.showDepositAddress, async ({ body }) => {
    const found = await findAddress(pool, body.symbol, depositNetworkOf(body.network))
    return found?.isActive ? presentShownAddress(found) : refuse('deposit.address_missing')
  })

  mount(app, services, contract.listDepositAddressesForStaff, async () => {
    const book = await readAddressBook(pool)
    return { addresses: book.map(presentAddress) }
  })

  mount(app, services, contract.depositAddressHistory, async ({ params, query }) => {
    const { assetSymbol: symbol } = params
    const network = query.network
      ? depositNetworkOf(query.network)
      : (depositCoin(symbol)?.network ?? '')
    const found = await findAddress(pool, symbol, network)
    if (!found) return refuse('address.unknown', { symbol, network })
    const editors = found.history.map(({ changedBy }) => changedBy)
    const names = await namesOf(pool, editors)
    return found.history.map(({ version, address, isActive, changedAt, changedBy }) => ({
      version,
      address,
      network: found.network,
      is_active: isActive,
      changed_at: changedAt,
      changed_by: changedBy,
      changed_by_name: names.get(changedBy) ?? '',
    }))
  })

  mount(app, services, contract.addDepositAddress, async ({ body, ...act }) => {
    const network = depositNetworkOf(body.network)
    const named = { ...body, network, isWellFormed: isAddressOf(network, body.address) }
    const added = await onAddress(named, act, (state, facts) =>
      addDepositAddress(state, named, facts),
    )
    return answerOf('Deposit address added', added)
  })

  mount(app, services, contract.changeDepositAddress, async ({ body, params, ...act }) => {
    const { address } = body
    const network = depositNetworkOf(body.network)
    const isWellFormed = isAddressOf(network, address)
    const named = { symbol: params.assetSymbol, network, address, isWellFormed }
    const changed = await onAddress(named, act, (state, facts) =>
      changeDepositAddress(state, named, facts),
    )
    return answerOf('Deposit address updated', changed)
  })

  mount(app, services, contract.setDepositAddressActive, async ({ body, params, ...act }) => {
    const { isActive } = body
    const place = { symbol: params.assetSymbol, network: depositNetworkOf(body.network), isActive }
    const set = await onAddress(place, act, (state, facts) =>
      setDepositAddressActive(state, place, facts),
    )
    if (isRefusal(set)) return set
    return { message: isActive ? 'Deposit address activated' : 'Deposit address deactivated' }
  })
}

/** An address as users see it. */
function presentShownAddress(state: AddressFacts): contract.ShownDepositAddress {
  const { symbol, address, network, version } = state
  return { asset_symbol: symbol, address, network, version }
}

/** An address as staff see it. */
function presentAddress({ id, state, changedByName }: BookEntry): contract.DepositAddress {
  return {
    id,
    ...presentShownAddress(state),
    is_active: state.isActive,
    updated_at: state.changedAt,
    updated_by: changedByName,
  }
}
