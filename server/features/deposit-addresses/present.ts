import type { AddressFacts, BookEntry } from '#server/facts/deposit-address-book.ts'
import type { ReviewServices } from '#server/reviews/approvals.ts'
import { presentStanding } from '#server/reviews/present-review.ts'
import type {
  AddressProposal,
  DepositAddress,
  ShownDepositAddress,
} from '#shared/contract/deposit-addresses.ts'
import type { DepositAddressState } from './decider.ts'

type StaffNeeds = Pick<ReviewServices, 'staff'>

/** An address as users see it. */
export function presentShownAddress(state: AddressFacts): ShownDepositAddress {
  const { symbol, address, network, version } = state
  return { asset_symbol: symbol, address, network, version }
}

/** An address as staff see it. */
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
    // The state document of the book's stream.
    proposal: presentProposal(id, state as DepositAddressState, names.proposedByName, needs),
  }
}

/** The waiting proposal of a member of staff; null if there is none. */
export function presentProposal(
  id: string,
  { proposed, firstApproval, symbol, network, isActive }: DepositAddressState,
  by: string | null,
  needs: StaffNeeds,
): AddressProposal | null {
  if (!proposed || !firstApproval) return null
  return {
    // It concerns no user.
    ...presentStanding({ userId: '' }, firstApproval, by, needs),
    id,
    asset_symbol: symbol,
    network,
    change: proposed.change,
    previous_address: proposed.previousAddress,
    address: proposed.address,
    is_active: isActive,
    proposed_at: firstApproval.approvedAt,
    proposed_by: by,
    takes_effect_at: proposed.takesEffectAt,
  }
}
