import { describe, expect, test } from 'vitest'
import {
  addDepositAddress,
  changeDepositAddress,
  depositAddresses,
  setDepositAddressActive,
} from '#server/features/deposit-addresses/decider.ts'
import type { DepositAddressEvent } from '#server/features/deposit-addresses/events.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'

const facts = { by: 'admin-1', at: '2026-01-31T09:30:00.000Z' }
const place = { symbol: 'USDT', network: 'TRC20' }
const base = { ...place, changedBy: facts.by, changedAt: facts.at }
const first = { ...place, address: 'first', isWellFormed: true }
const second = { ...place, address: 'second', isWellFormed: true }

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
  test('offers the address', () => {
    given(depositAddresses, [])
      .when((state) => addDepositAddress(state, first, facts))
      .yields(added)
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
  test('records who changed it, when, the old address and the new one', () => {
    given(depositAddresses, [added])
      .when((state) => changeDepositAddress(state, second, facts))
      .yields(changed)
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
  test('switches between the two', () => {
    given(depositAddresses, [added])
      .when((state) => setDepositAddressActive(state, { ...place, isActive: false }, facts))
      .yields(deactivated)
    given(depositAddresses, [added, deactivated])
      .when((state) => setDepositAddressActive(state, { ...place, isActive: true }, facts))
      .yields(activated)
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
