import type { Decision } from '#server/events/decider.ts'
import { countingFirst, proposalRefusal, type Reviewer } from '#server/reviews/decide-review.ts'
import { refuse } from '#shared/refusal.ts'
import { PROPOSAL_COUNTS } from '#shared/rules/second-approval.ts'
import type { Instant } from '#shared/time.ts'
import { customerRefusal, type DepositAddressState } from './decider.ts'
import type { DepositAddressEvent } from './events.ts'

export interface ReviewProposal {
  readonly action: 'approve' | 'reject'
  /** A claim: the time of the proposal that the reviewer has seen. */
  readonly proposedAt: Instant
}

/**
 * Another member of staff approves a proposal unchanged, or any member of staff rejects it.
 *
 * State    none, active or inactive → as proposed, or as it was
 * Refuses  address.none_waits, approval.second_person, approval.outdated,
 *          address.of_customer: first match wins
 * Source   docs/product.md, Deposit addresses
 */
export function reviewProposal(
  state: DepositAddressState,
  { action, proposedAt }: ReviewProposal,
  facts: Reviewer & { readonly isOfCustomer: boolean },
): Decision<DepositAddressEvent> {
  const { reviewerId, at, isOfCustomer } = facts
  const { symbol, network, proposed, firstApproval } = state
  if (!proposed || firstApproval?.approvedAt !== proposedAt) return refuse('address.none_waits')
  if (action === 'reject') {
    const data = { symbol, network, droppedBy: reviewerId, droppedAt: at }
    return { type: 'DepositAddressProposalDropped', data }
  }
  const refused = proposalRefusal(firstApproval, facts)
  if (refused) return refused
  return inEffect(state, { changedBy: reviewerId, changedAt: at, isOfCustomer })
}

/**
 * Applies a proposal by the only member of staff after its waiting time. If there is a second
 * member of staff at that time, it waits for their approval.
 *
 * State    none, active or inactive → as proposed
 * Refuses  address.none_waits, approval.second_person, approval.outdated,
 *          address.of_customer: first match wins
 * Source   docs/product.md, Deposit addresses
 */
export function applyDueProposal(
  state: DepositAddressState,
  facts: Omit<Reviewer, 'reviewerId'> & {
    readonly isAlone: boolean
    readonly isOfCustomer: boolean
  },
): Decision<DepositAddressEvent> {
  const { proposed, firstApproval } = state
  const { at, isAlone, isOfCustomer } = facts
  const dueAt = proposed?.takesEffectAt
  if (!firstApproval || !dueAt || dueAt > at) return refuse('address.none_waits')
  if (!isAlone) return refuse('approval.second_person')
  if (!countingFirst(state, facts)) return refuse('approval.outdated', PROPOSAL_COUNTS)
  const { approvedBy: changedBy } = firstApproval
  return inEffect(state, { changedBy, changedAt: at, isOfCustomer })
}

function inEffect(
  state: DepositAddressState,
  facts: {
    readonly changedBy: string
    readonly changedAt: Instant
    readonly isOfCustomer: boolean
  },
): Decision<DepositAddressEvent> {
  const { isOfCustomer, ...by } = facts
  const { symbol, network, proposed, firstApproval } = state
  if (!proposed || !firstApproval) return refuse('address.none_waits')
  const { change, address, previousAddress } = proposed
  const proposedBy = firstApproval.approvedBy
  const data = { symbol, network, address, ...by, proposedBy }
  if (change === 'activate') return { type: 'DepositAddressActivated', data }
  // A customer may have saved the address since it was proposed.
  const refused = customerRefusal(state, { address, isOfCustomer })
  if (refused) return refused
  return change === 'add'
    ? { type: 'DepositAddressAdded', data }
    : { type: 'DepositAddressChanged', data: { ...data, previousAddress } }
}
