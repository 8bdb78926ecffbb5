import { describe, expect, test } from 'vitest'
import {
  applyDueProposal,
  reviewProposal,
} from '#server/features/deposit-addresses/decide-proposal.ts'
import {
  type DepositAddressState,
  depositAddresses,
} from '#server/features/deposit-addresses/decider.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'
import { added, deactivated, facts, place, proposed } from './deposit-address-events.ts'

/** The review by the second member of staff an hour later. */
const reviewed = { reviewerId: 'admin-2', at: '2026-01-31T10:30:00.000Z', isOfCustomer: false }
const OUTDATED = { refused: 'approval.outdated', details: { days: 7 } } as const
const inEffect = { changedBy: 'admin-2', changedAt: reviewed.at, proposedBy: 'admin-1' }

const approve = (
  state: DepositAddressState,
  by: Partial<typeof reviewed & { firstHasLeft: boolean }> = {},
) => reviewProposal(state, { action: 'approve', proposedAt: facts.at }, { ...reviewed, ...by })

describe('a proposal', () => {
  const past = [added, proposed('change', 'second')]

  test('takes effect when another member of staff approves it, and records both', () => {
    given(depositAddresses, past)
      .when((state) => approve(state))
      .yields({
        type: 'DepositAddressChanged',
        data: { ...place, ...inEffect, previousAddress: 'first', address: 'second' },
      })
    given(depositAddresses, [added, deactivated, proposed('activate', 'first')])
      .when((state) => approve(state))
      .yields({
        type: 'DepositAddressActivated',
        data: { ...place, ...inEffect, address: 'first' },
      })
  })

  test('is not approved by its own author, in any session', () => {
    given(depositAddresses, past)
      .when((state) => approve(state, { reviewerId: facts.by }))
      .yields({ refused: 'approval.second_person' })
  })

  test('is not approved once its author has left, or seven days later', () => {
    given(depositAddresses, past)
      .when((state) => approve(state, { firstHasLeft: true }))
      .yields(OUTDATED)
    given(depositAddresses, past)
      .when((state) => approve(state, { at: '2026-02-07T09:30:00.000Z' }))
      .yields(OUTDATED)
  })

  test('is not approved if the reviewer saw a different one', () => {
    given(depositAddresses, past)
      .when((state) =>
        reviewProposal(state, { action: 'approve', proposedAt: reviewed.at }, reviewed),
      )
      .yields({ refused: 'address.none_waits' })
  })

  test('is not approved once a customer has saved the address', () => {
    given(depositAddresses, past)
      .when((state) => approve(state, { isOfCustomer: true }))
      .yields({ refused: 'address.of_customer' })
  })

  test('can be dropped by any member of staff', () => {
    const droppedBy = { ...place, droppedBy: facts.by, droppedAt: reviewed.at }
    given(depositAddresses, past)
      .when((state) =>
        reviewProposal(
          state,
          { action: 'reject', proposedAt: facts.at },
          { ...reviewed, reviewerId: facts.by },
        ),
      )
      .yields({ type: 'DepositAddressProposalDropped', data: droppedBy })
  })

  test('by the only member of staff takes effect when due if there is still no other', () => {
    const dueAt = '2026-02-01T09:30:00.000Z'
    const alone = [added, proposed('change', 'second', dueAt)]
    const due = { at: dueAt, isAlone: true, isOfCustomer: false }
    const at =
      (given: Partial<typeof due & { firstHasLeft: boolean }>) => (state: DepositAddressState) =>
        applyDueProposal(state, { ...due, ...given })
    given(depositAddresses, alone)
      .when(at({}))
      .yields({
        type: 'DepositAddressChanged',
        data: {
          ...place,
          changedBy: facts.by,
          changedAt: dueAt,
          proposedBy: facts.by,
          previousAddress: 'first',
          address: 'second',
        },
      })
    given(depositAddresses, alone)
      .when(at({ at: '2026-02-01T09:29:59.999Z' }))
      .yields({ refused: 'address.none_waits' })
    given(depositAddresses, alone)
      .when(at({ isAlone: false }))
      .yields({ refused: 'approval.second_person' })
    given(depositAddresses, alone)
      .when(at({ firstHasLeft: true }))
      .yields(OUTDATED)
    given(depositAddresses, past).when(at({})).yields({ refused: 'address.none_waits' })
  })

  test('keeps waiting while the address is deactivated', () => {
    const state = stateAfter(depositAddresses, [...past, deactivated])
    expect(depositAddresses.summarise(state)).toEqual({ status: 'inactive', waiting: true })
  })
})
