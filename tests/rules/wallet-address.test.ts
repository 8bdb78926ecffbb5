import { describe, expect, test } from 'vitest'
import type { DepositNetwork } from '#shared/rules/deposits.ts'
import { isAddressOf } from '#shared/rules/wallet-address.ts'

// Test vectors of BIP 173, BIP 350 and EIP-55, and published addresses of contracts and blocks.
const VALID: Readonly<Record<DepositNetwork, readonly string[]>> = {
  Bitcoin: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  ERC20: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ],
  TRC20: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'],
}

const INVALID: readonly (readonly [DepositNetwork, string, string])[] = [
  ['Bitcoin', 'one letter changed', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ['Bitcoin', 'of the testnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['Bitcoin', 'of the testnet, base58', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['Bitcoin', 'mixed case', 'bc1qw508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  [
    'Bitcoin',
    'taproot with the older checksum',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  ],
  ['Bitcoin', 'segwit 0 with the newer checksum', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KT5ND6Y'],
  ['Bitcoin', 'a witness version that anyone can spend', 'BC1SW50QGDZ25J'],
  ['Bitcoin', 'an address of TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['ERC20', 'one letter in the wrong case', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
  ['ERC20', 'one digit too few', '0xde709f2102306220921060314715629080e2fb7'],
  ['ERC20', 'without its prefix', 'de709f2102306220921060314715629080e2fb77'],
  ['TRC20', 'one letter changed', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
  ['TRC20', 'an address of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['TRC20', 'letters that base58 lacks', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj0t'],
  ['TRC20', 'nothing', ''],
]

describe.each(Object.entries(VALID))('on %s', (network, addresses) => {
  test.each(addresses)('%s is an address', (address) => {
    expect(isAddressOf(network as DepositNetwork, address)).toBe(true)
  })
})

test.each(INVALID)('%s refuses an address: %s', (network, _, address) => {
  expect(isAddressOf(network, address)).toBe(false)
})
