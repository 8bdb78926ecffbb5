import { describe, expect, test } from 'vitest'
import {
  applyDueProposal,
  reviewProposal,
} from '#server/features/deposit-addresses/decide-proposal.ts'
import {
  addDepositAddress,
  changeDepositAddress,
  type DepositAddressState,
  depositAddresses,
  setDepositAddressActive,
} from '#server/features/deposit-addresses/decider.ts'
import type { DepositAddressEvent } from '#server/features/deposit-addresses/events.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'

const facts = { by: 'admin-1', at: '2026-01-31T09:30:00.000Z', isAlone: false }
const place = { symbol: 'USDT', network: 'TRC20' }
const base = { ...place, changedBy: facts.by, changedAt: facts.at }
const named = { ...place, isWellFormed: true, isOfCustomer: false }
const first = { ...named, address: 'first' }
const second = { ...named, address: 'second' }

/** What the second member of staff does an hour later. */
const reviewed = { reviewerId: 'admin-2', at: '2026-01-31T10:30:00.000Z', isOfCustomer: false }
const inEffect = { changedBy: 'admin-2', changedAt: reviewed.at, proposedBy: 'admin-1' }

function proposed(
  change: 'add' | 'change' | 'activate',
  address: string,
  takesEffectAt: string | null = null,
): DepositAddressEvent {
  const firstApproval = { approvedBy: facts.by, approvedAt: facts.at, notes: null }
  return {
    type: 'DepositAddressProposed',
    data: {
      ...place,
      change,
      previousAddress: change === 'add' ? '' : 'first',
      address,
      firstApproval: { ...firstApproval, value: null, above: '0', ticks: [] },
      takesEffectAt,
    },
  }
}

const approve = (
  state: DepositAddressState,
  by: Partial<typeof reviewed & { firstHasLeft: boolean }> = {},
) => reviewProposal(state, { action: 'approve', proposedAt: facts.at }, { ...reviewed, ...by })

const added: DepositAddressEvent = {
  type: 'DepositAddressAdded',
  data: { ...base, address: 'first' },
}
const changed: DepositAddressEvent = {
  type: 'DepositAddressChanged',
  data: { ...base, previousAddress: 'first', address: 'second' },
}
const deactivated: DepositAddressEvent = {
  type: 'DepositAddressDeactivated',
  data: { ...base, address: 'first' },
}
const activated: DepositAddressEvent = {
  type: 'DepositAddressActivated',
  data: { ...base, address: 'first' },
}

describe('adding an address', () => {
  test('proposes the address', () => {
    given(depositAddresses, [])
      .when((state) => addDepositAddress(state, first, facts))
      .yields(proposed('add', 'first'))
  })

  test('refuses the address of a customer', () => {
    given(depositAddresses, [])
      .when((state) => addDepositAddress(state, { ...first, isOfCustomer: true }, facts))
      .yields({ refused: 'address.of_customer' })
  })

  test('takes effect a day later where there is no second member of staff', () => {
    given(depositAddresses, [])
      .when((state) => addDepositAddress(state, first, { ...facts, isAlone: true }))
      .yields(proposed('add', 'first', '2026-02-01T09:30:00.000Z'))
  })

  test('refuses a second one for the same coin and network', () => {
    given(depositAddresses, [added])
      .when((state) => addDepositAddress(state, second, facts))
      .yields({ refused: 'address.exists', details: place })
  })

  test('refuses a network that the coin does not support', () => {
    given(depositAddresses, [])
      .when((state) => addDepositAddress(state, { ...first, network: 'ERC20' }, facts))
      .yields({
        refused: 'address.network_unsupported',
        details: { symbol: 'USDT', network: 'ERC20' },
      })
  })

  test('refuses an address that fails its checksum', () => {
    given(depositAddresses, [])
      .when((state) => addDepositAddress(state, { ...first, isWellFormed: false }, facts))
      .yields({ refused: 'address.malformed', details: { network: 'TRC20' } })
  })
})

describe('changing an address', () => {
  test('proposes the new address beside the old one', () => {
    given(depositAddresses, [added])
      .when((state) => changeDepositAddress(state, second, facts))
      .yields(proposed('change', 'second'))
  })

  test('refuses a network that the coin does not arrive on', () => {
    given(depositAddresses, [added])
      .when((state) => changeDepositAddress(state, { ...second, network: 'ERC20' }, facts))
      .yields({
        refused: 'address.network_unsupported',
        details: { symbol: 'USDT', network: 'ERC20' },
      })
  })

  test('refuses a second proposal while one waits', () => {
    given(depositAddresses, [added, proposed('change', 'second')])
      .when((state) => changeDepositAddress(state, { ...second, address: 'third' }, facts))
      .yields({ refused: 'address.waiting', details: place })
  })

  test('refuses the address of a customer, but not one that was ours before', () => {
    given(depositAddresses, [added])
      .when((state) => changeDepositAddress(state, { ...second, isOfCustomer: true }, facts))
      .yields({ refused: 'address.of_customer' })
    given(depositAddresses, [added, changed])
      .when((state) => changeDepositAddress(state, { ...first, isOfCustomer: true }, facts))
      .yields({
        ...proposed('change', 'first'),
        data: { ...proposed('change', 'first').data, previousAddress: 'second' },
      } as DepositAddressEvent)
  })

  test('is refused if there is none yet', () => {
    given(depositAddresses, [])
      .when((state) => changeDepositAddress(state, second, facts))
      .yields({ refused: 'address.unknown', details: place })
  })

  test('refuses an address that fails its checksum', () => {
    given(depositAddresses, [added])
      .when((state) => changeDepositAddress(state, { ...second, isWellFormed: false }, facts))
      .yields({ refused: 'address.malformed', details: { network: 'TRC20' } })
  })

  test('refuses the same address', () => {
    given(depositAddresses, [added])
      .when((state) => changeDepositAddress(state, first, facts))
      .yields({ refused: 'address.unchanged' })
  })
})

describe('deactivating and activating an address', () => {
  test('deactivates at once and proposes to activate', () => {
    given(depositAddresses, [added])
      .when((state) => setDepositAddressActive(state, { ...place, isActive: false }, facts))
      .yields(deactivated)
    given(depositAddresses, [added, deactivated])
      .when((state) => setDepositAddressActive(state, { ...place, isActive: true }, facts))
      .yields(proposed('activate', 'first'))
  })

  test('refuses the current state', () => {
    given(depositAddresses, [added])
      .when((state) => setDepositAddressActive(state, { ...place, isActive: true }, facts))
      .yields({ refused: 'address.unchanged' })
  })

  test('is refused if there is none yet', () => {
    given(depositAddresses, [])
      .when((state) => setDepositAddressActive(state, { ...place, isActive: false }, facts))
      .yields({ refused: 'address.unknown', details: place })
  })
})

describe('a proposal', () => {
  const past = [added, proposed('change', 'second')]

  test('takes effect by another member of staff, who is named with the first', () => {
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
      .yields({ refused: 'approval.outdated' })
    given(depositAddresses, past)
      .when((state) => approve(state, { at: '2026-02-07T09:30:00.000Z' }))
      .yields({ refused: 'approval.outdated' })
  })

  test('is not approved in place of the one that the reviewer saw', () => {
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

  test('is dropped by any member of staff', () => {
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

  test('made alone takes effect when it is due and there is still no other', () => {
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
      .yields({ refused: 'approval.outdated' })
    given(depositAddresses, past).when(at({})).yields({ refused: 'address.none_waits' })
  })

  test('goes on waiting while the address is deactivated', () => {
    const state = stateAfter(depositAddresses, [...past, deactivated])
    expect(depositAddresses.summarise(state)).toEqual({ status: 'inactive', waiting: true })
  })
})

test('every change adds a version, and every version is kept', () => {
  const state = stateAfter(depositAddresses, [added, deactivated, changed, activated])
  expect(state).toMatchObject({ version: 4, isActive: true, symbol: 'USDT', network: 'TRC20' })
  expect(
    state.history.map(({ version, address, isActive }) => [version, address, isActive]),
  ).toEqual([
    [1, 'first', true],
    [2, 'first', false],
    [3, 'second', false],
    [4, 'first', true],
  ])
  expect(depositAddresses.summarise(state)).toEqual({ status: 'active', waiting: false })
})
