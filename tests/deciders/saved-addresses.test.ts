import { describe, expect, test } from 'vitest'
import {
  addressBooks,
  removeAddress,
  renameAddress,
  type SaveAddress,
  saveAddress,
  turnAllowlistOff,
  turnAllowlistOn,
} from '#server/features/saved-addresses/decider.ts'
import type { SavedAddressEvent } from '#server/features/saved-addresses/events.ts'
import { SAVED_ADDRESSES_MAX } from '#shared/rules/saved-addresses.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'

const AT = '2026-01-31T09:30:00.000Z'
const FACTS = { at: AT, platformAddresses: [] }
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const cold: SaveAddress = {
  id: 'entry-1',
  label: 'Cold wallet',
  symbol: 'ETH',
  network: 'ERC20',
  address: ETHEREUM,
}
const USABLE = { savedAt: AT, usableAt: '2026-02-01T09:30:00.000Z' }
const saved: SavedAddressEvent = { type: 'AddressSaved', data: { ...cold, ...USABLE } }
const tron: SaveAddress = {
  id: 'entry-2',
  label: 'Savings',
  symbol: 'USDT',
  network: 'TRC20',
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
}
const savedTron: SavedAddressEvent = { type: 'AddressSaved', data: { ...tron, ...USABLE } }
const renamed: SavedAddressEvent = {
  type: 'SavedAddressRenamed',
  data: { id: 'entry-1', label: 'Vault', renamedAt: AT },
}
const removed: SavedAddressEvent = {
  type: 'SavedAddressRemoved',
  data: { id: 'entry-1', removedAt: AT },
}

const nothing = given(addressBooks, [])
const one = given(addressBooks, [saved])
const two = given(addressBooks, [saved, savedTron])

describe('saving an address', () => {
  test('stores it under its label', () => {
    nothing.when((book) => saveAddress(book, cold, FACTS)).yields(saved)
  })

  test('is refused on a network that the coin does not support', () => {
    nothing
      .when((book) => saveAddress(book, { ...cold, network: 'TRC20' }, FACTS))
      .yields({
        refused: 'withdrawal.network_unsupported',
        details: { symbol: 'ETH', network: 'TRC20' },
      })
  })

  test('is refused if the address is invalid on its network', () => {
    nothing
      .when((book) => saveAddress(book, { ...cold, address: tron.address }, FACTS))
      .yields({ refused: 'address.malformed', details: { network: 'ERC20' } })
  })

  test('is refused a second time, in any case', () => {
    one
      .when((book) =>
        saveAddress(
          book,
          { ...cold, id: 'x', address: ETHEREUM.toLowerCase(), label: 'New' },
          FACTS,
        ),
      )
      .yields({ refused: 'saved_address.exists', details: { label: 'Cold wallet' } })
  })

  test('is refused if the label is taken, in any case', () => {
    one
      .when((book) => saveAddress(book, { ...tron, label: 'COLD wallet' }, FACTS))
      .yields({ refused: 'saved_address.label_taken' })
  })

  test('is refused if the book is full', () => {
    const entries = Array.from({ length: SAVED_ADDRESSES_MAX }, (_, index) => ({
      ...tron,
      id: `entry-${index}`,
      label: `Label ${index}`,
      savedAt: AT,
    }))
    expect(saveAddress({ entries }, cold, FACTS)).toEqual({
      refused: 'saved_address.full',
      details: { maximum: SAVED_ADDRESSES_MAX },
    })
  })
})

describe('renaming an address', () => {
  test('changes only the label', () => {
    one.when((book) => renameAddress(book, { id: 'entry-1', label: 'Vault' }, AT)).yields(renamed)
    expect(stateAfter(addressBooks, [saved, renamed]).entries).toEqual([
      { ...saved.data, label: 'Vault' },
    ])
  })

  test('may change the case of its own label', () => {
    one
      .when((book) => renameAddress(book, { id: 'entry-1', label: 'cold wallet' }, AT))
      .yields({ ...renamed, data: { ...renamed.data, label: 'cold wallet' } } as SavedAddressEvent)
  })

  test.each(['Cold wallet', 'savings'])('is refused if the label is taken: %s', (label) => {
    two
      .when((book) => renameAddress(book, { id: 'entry-1', label }, AT))
      .yields({ refused: 'saved_address.label_taken' })
  })

  test('is refused for an unknown entry', () => {
    nothing
      .when((book) => renameAddress(book, { id: 'entry-1', label: 'Vault' }, AT))
      .yields({ refused: 'item.unknown' })
  })
})

describe('removing an address', () => {
  test('removes it, and it can be saved again', () => {
    one.when((book) => removeAddress(book, 'entry-1', AT)).yields(removed)
    given(addressBooks, [saved, removed])
      .when((book) => saveAddress(book, cold, FACTS))
      .yields(saved)
    expect(stateAfter(addressBooks, [saved, savedTron, removed]).entries).toEqual([savedTron.data])
  })

  test('is refused for an unknown entry', () => {
    given(addressBooks, [saved, removed])
      .when((book) => removeAddress(book, 'entry-1', AT))
      .yields({ refused: 'item.unknown' })
  })
})

describe('the allowlist', () => {
  const turnedOn: SavedAddressEvent = { type: 'AllowlistTurnedOn', data: { turnedOnAt: AT } }
  const endsAt = '2026-02-02T09:30:00.000Z'
  const endSet: SavedAddressEvent = { type: 'AllowlistEndSet', data: { setAt: AT, endsAt } }

  test('is turned on at once, and only once', () => {
    nothing.when((book) => turnAllowlistOn(book, AT)).yields(turnedOn)
    given(addressBooks, [turnedOn])
      .when((book) => turnAllowlistOn(book, AT))
      .yields({ refused: 'allowlist.unchanged', details: { status: 'on' } })
  })

  test('applies for 48 hours after it is turned off', () => {
    given(addressBooks, [turnedOn])
      .when((book) => turnAllowlistOff(book, AT))
      .yields(endSet)
    given(addressBooks, [turnedOn, endSet])
      .when((book) => turnAllowlistOff(book, AT))
      .yields({ refused: 'allowlist.unchanged', details: { status: 'ending' } })
    nothing
      .when((book) => turnAllowlistOff(book, AT))
      .yields({ refused: 'allowlist.unchanged', details: { status: 'off' } })
    given(addressBooks, [turnedOn, endSet])
      .when((book) => turnAllowlistOff(book, endsAt))
      .yields({ refused: 'allowlist.unchanged', details: { status: 'off' } })
  })

  test('stays on if that is cancelled, and can be turned on again after it ended', () => {
    for (const at of [AT, endsAt]) {
      given(addressBooks, [turnedOn, endSet])
        .when((book) => turnAllowlistOn(book, at))
        .yields({ type: 'AllowlistTurnedOn', data: { turnedOnAt: at } })
    }
    expect(stateAfter(addressBooks, [turnedOn, endSet, turnedOn]).allowlist?.endsAt).toBeNull()
  })

  test('survives changes of the addresses', () => {
    expect(stateAfter(addressBooks, [turnedOn, saved, renamed, removed])).toEqual({
      entries: [],
      allowlist: { endsAt: null },
    })
  })
})

test('an address book never waits for review', () => {
  expect(addressBooks.summarise(stateAfter(addressBooks, [saved]))).toEqual({
    status: 'open',
    waiting: false,
  })
})
