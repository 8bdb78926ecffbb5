import type { AddressFacts, BookEntry } from '#server/facts/deposit-address-book.ts'
import type { ReviewServices } from '#server/reviews/approvals.ts'
import { presentStanding } from '#server/reviews/present-review.ts'
import type {
  AddressProposal,
  DepositAddress,
  ShownDepositAddress,
} from '#shared/contract/deposit-addresses.ts'
import type { DepositNetwork, DepositSymbol } from '#shared/rules/deposits.ts'
import type { DepositAddressState } from './decider.ts'

type StaffNeeds = Pick<ReviewServices, 'staff'>

/** An address as shown to users. */
export function presentShownAddress(state: AddressFacts): ShownDepositAddress {
  const { address, version } = state
  return { ...presentPlace(state), address, version }
}

/** The contract lets no other coin and no other network in. */
export function presentPlace({ symbol, network }: Pick<AddressFacts, 'symbol' | 'network'>) {
  return { asset_symbol: symbol as DepositSymbol, network: network as DepositNetwork }
}

/** An address as shown to staff. */
export function presentAddress(
  { id, state, ...names }: BookEntry,
  needs: StaffNeeds,
): DepositAddress {
  return {
    id,
    ...presentShownAddress(state),
    is_active: state.isActive,
    updated_at: state.changedAt,
    updated_by: names.changedByName,
    // `state` is the document of the stream, so the cast is safe.
    proposal: presentProposal(id, state as DepositAddressState, names.proposedByName, needs),
  }
}

/** The waiting proposal; null if there is none. */
export function presentProposal(
  id: string,
  { proposed, firstApproval, isActive, ...place }: DepositAddressState,
  by: string | null,
  needs: StaffNeeds,
): AddressProposal | null {
  if (!proposed || !firstApproval) return null
  return {
    // A proposal belongs to no user.
    ...presentStanding({ userId: '' }, firstApproval, by, needs),
    id,
    ...presentPlace(place),
    change: proposed.change,
    previous_address: proposed.previousAddress,
    address: proposed.address,
    is_active: isActive,
    proposed_at: firstApproval.approvedAt,
    proposed_by: by,
    takes_effect_at: proposed.takesEffectAt,
  }
}
