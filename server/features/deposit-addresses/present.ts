import type { AddressFacts, BookEntry } from '#server/projections/deposit-address-book.ts'
import type { DepositAddress, ShownDepositAddress } from '#shared/contract/deposit-addresses.ts'

/** An address as users see it. */
export function presentShownAddress(state: AddressFacts): ShownDepositAddress {
  const { symbol, address, network, version } = state
  return { asset_symbol: symbol, address, network, version }
}

/** An address as staff keep it. */
export function presentAddress({ id, state, changedByName }: BookEntry): DepositAddress {
  return {
    id,
    ...presentShownAddress(state),
    is_active: state.isActive,
    updated_at: state.changedAt,
    updated_by: changedByName,
  }
}
