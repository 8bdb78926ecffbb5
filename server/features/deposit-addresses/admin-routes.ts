import { type App, mount } from '#server/platform/mount.ts'
import {
  type AddressFacts,
  findAddress,
  namesOf,
  readAddressBook,
} from '#server/projections/deposit-address-book.ts'
import type { Listed, Queryable } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import {
  addDepositAddress,
  changeDepositAddress,
  depositAddressHistory,
  listDepositAddressesForStaff,
  setDepositAddressActive,
} from '#shared/contract/deposit-addresses.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { depositCoin, depositNetworkOf } from '#shared/rules/deposits.ts'
import * as handler from './handler.ts'
import { presentAddress } from './present.ts'

export function registerDepositAddressAdminRoutes(app: App, services: Services): void {
  const { pool } = services

  mount(app, services, listDepositAddressesForStaff, async () => {
    const book = await readAddressBook(pool)
    return { addresses: book.map(presentAddress) }
  })

  mount(app, services, depositAddressHistory, async ({ params, query }) => {
    const { assetSymbol: symbol } = params
    const network = query.network
      ? depositNetworkOf(query.network)
      : (depositCoin(symbol)?.network ?? '')
    const found = await findAddress(pool, symbol, network)
    if (!found) return refuse('address.unknown', { symbol, network })
    return presentHistory(pool, found)
  })

  mount(app, services, addDepositAddress, async ({ body, ...act }) => {
    const network = depositNetworkOf(body.network)
    const added = await handler.addAddress(services, { ...body, network }, act)
    return answerOf(pool, 'Deposit address added', added)
  })

  mount(app, services, changeDepositAddress, async ({ body, params, ...act }) => {
    const network = depositNetworkOf(body.network)
    const named = { symbol: params.assetSymbol, network, address: body.address }
    const changed = await handler.changeAddress(services, named, act)
    return answerOf(pool, 'Deposit address updated', changed)
  })

  mount(app, services, setDepositAddressActive, async ({ body, params, ...act }) => {
    const { isActive } = body
    const place = { symbol: params.assetSymbol, network: depositNetworkOf(body.network), isActive }
    const set = await handler.setActive(services, place, act)
    if (isRefusal(set)) return set
    return { message: isActive ? 'Deposit address activated' : 'Deposit address deactivated' }
  })
}

async function answerOf(db: Queryable, message: string, result: Listed<AddressFacts> | Refusal) {
  if (isRefusal(result)) return result
  const names = await namesOf(db, [result.state.changedBy])
  const changedByName = names.get(result.state.changedBy) ?? null
  return { message, address: presentAddress({ ...result, changedByName }) }
}

async function presentHistory(db: Queryable, { network, history }: AddressFacts) {
  const names = await namesOf(
    db,
    history.map(({ changedBy }) => changedBy),
  )
  return history.map(({ version, address, isActive, changedAt, changedBy }) => ({
    version,
    address,
    network,
    is_active: isActive,
    changed_at: changedAt,
    changed_by: changedBy,
    changed_by_name: names.get(changedBy) ?? '',
  }))
}
