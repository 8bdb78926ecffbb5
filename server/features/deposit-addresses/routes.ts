import { type App, mount } from '#server/platform/mount.ts'
import { findAddress, readAddressBook } from '#server/projections/deposit-address-book.ts'
import type { Services } from '#server/services.ts'
import { listDepositAddresses, showDepositAddress } from '#shared/contract/deposit-addresses.ts'
import { refuse } from '#shared/refusal.ts'
import { depositNetworkOf } from '#shared/rules/deposits.ts'
import { registerDepositAddressAdminRoutes } from './admin-routes.ts'
import { presentShownAddress } from './present.ts'

export function registerDepositAddressRoutes(app: App, services: Services): void {
  const { pool } = services

  mount(app, services, listDepositAddresses, async () => {
    const book = await readAddressBook(pool)
    const active = book.filter(({ state }) => state.isActive)
    return { addresses: active.map(({ state }) => presentShownAddress(state)) }
  })

  mount(app, services, showDepositAddress, async ({ body }) => {
    const found = await findAddress(pool, body.symbol, depositNetworkOf(body.network))
    return found?.isActive ? presentShownAddress(found) : refuse('deposit.address_missing')
  })

  registerDepositAddressAdminRoutes(app, services)
}
