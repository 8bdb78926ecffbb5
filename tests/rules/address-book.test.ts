import { describe, expect, test } from 'vitest'
import { refusalOf, renameRefusalOf } from '#shared/rules/address-book.ts'
import { SAVED_ADDRESSES_MAX } from '#shared/rules/saved-addresses.ts'

const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const command = { label: 'Wallet', symbol: 'USDT', network: 'TRC20', address: ADDRESS } as const
const entry = { id: '1', label: 'Exchange', symbol: 'BTC', address: 'bc1q' }

const ETHEREUM = '0xde709f2102306220921060314715629080e2fb77'
const PLATFORM = [ETHEREUM]

describe('saving an address', () => {
  const refusalWith = (entries: readonly (typeof entry)[] | undefined, change = {}) =>
    refusalOf({ ...command, ...change }, { entries, platformAddresses: PLATFORM })?.refused

  test('needs an address of the coin’s network', () => {
    expect(refusalWith([entry])).toBeUndefined()
    expect(refusalWith([], { network: 'ERC20' })).toBe('withdrawal.network_unsupported')
    expect(refusalWith([], { address: 'nonsense' })).toBe('address.malformed')
  })

  test('is refused for an address of the platform, in upper and lower case', () => {
    const ether = { symbol: 'ETH', network: 'ERC20' }
    const upper = `0x${ETHEREUM.slice(2).toUpperCase()}`
    for (const address of [ETHEREUM, upper]) {
      expect(refusalWith([], { ...ether, address })).toBe('withdrawal.platform_address')
    }
  })

  test('needs a new address and a new label', () => {
    expect(refusalWith([{ ...entry, symbol: 'USDT', address: ADDRESS }])).toBe(
      'saved_address.exists',
    )
    expect(refusalWith([{ ...entry, label: 'WALLET' }])).toBe('saved_address.label_taken')
  })

  test('is refused when the book is full', () => {
    const full = Array.from({ length: SAVED_ADDRESSES_MAX }, () => entry)
    expect(refusalWith(full)).toBe('saved_address.full')
    expect(refusalWith(undefined)).toBeUndefined()
  })
})

describe('renaming an address', () => {
  const entries = [entry, { ...entry, id: '2', label: 'Wallet' }]
  test.each([
    ['1', 'Cold storage', undefined],
    ['1', 'EXCHANGE', undefined],
    ['1', 'Exchange', 'saved_address.label_taken'],
    ['1', 'wallet', 'saved_address.label_taken'],
    ['3', 'Cold storage', 'item.unknown'],
  ])('of entry %s to “%s”: %s', (id, label, refused) => {
    expect(renameRefusalOf({ id, label }, { entries })?.refused).toBe(refused)
  })
})
