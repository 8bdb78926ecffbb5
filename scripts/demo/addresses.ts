import { createHash } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, createBase58check, hex } from '@scure/base'
import { withEthereumChecksum } from '#shared/rules/wallet-address.ts'

/**
 * Demo addresses without a key: each is the hash of a sentence. They pass every checksum, as the
 * demo requires. Never send anything to them.
 */
const seed = (name: string) =>
  createHash('sha256').update(`demo deposit address, held by nobody: ${name}`).digest()

const HASH_BYTES = 20
const TRON_PREFIX = 0x41

export const DEMO_ADDRESSES = [
  { symbol: 'BTC', network: 'Bitcoin', address: bitcoin('BTC') },
  { symbol: 'ETH', network: 'ERC20', address: ethereum('ETH') },
  { symbol: 'USDT', network: 'TRC20', address: tron('USDT') },
  { symbol: 'TRX', network: 'TRC20', address: tron('TRX') },
] as const

/** Proposed as a replacement for the TRX address. */
export const DEMO_NEXT_ADDRESS = tron('next TRX')

/** The withdrawal address of the demo user, also without a key. */
export const DEMO_WALLET = {
  symbol: 'USDT',
  network: 'TRC20',
  address: tron('wallet of the demo user'),
} as const

function bitcoin(name: string): string {
  return bech32.encode('bc', [0, ...bech32.toWords(seed(name).subarray(0, HASH_BYTES))])
}

function ethereum(name: string): string {
  return withEthereumChecksum(hex.encode(seed(name).subarray(0, HASH_BYTES)))
}

function tron(name: string): string {
  const bytes = Uint8Array.from([TRON_PREFIX, ...seed(name).subarray(0, HASH_BYTES)])
  return createBase58check(sha256).encode(bytes)
}
