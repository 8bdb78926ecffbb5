import { describe, expect, test } from 'vitest'
import {
  addDepositAddress,
  changeDepositAddress,
  depositAddresses,
  setDepositAddressActive,
} from '#server/features/deposit-addresses/decider.ts'
import type { DepositAddressEvent } from '#server/features/deposit-addresses/events.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'
import {
  activated,
  added,
  changed,
  deactivated,
  facts,
  first,
  place,
  proposed,
  second,
} from './deposit-address-events.ts'

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

  test('takes effect a day later if there is no second member of staff', () => {
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

  test('refuses a network on which the coin cannot be deposited', () => {
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

  test('refuses the address of a customer, but not an earlier one of the platform', () => {
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
