import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bech32, bech32m, createBase58check, hex, utf8 } from '@scure/base'
import { type Refusal, refuse } from '#shared/refusal.ts'
import type { DepositNetwork } from '#shared/rules/deposits.ts'

const base58check = createBase58check(sha256)

/** The first byte of a decoded base58 address. */
const BITCOIN_KEY_HASH = 0x00
const BITCOIN_SCRIPT_HASH = 0x05
const TRON = 0x41
const HASH_BYTES = 20

/** Program lengths in bytes by witness version; later versions can be spent by anyone today. */
const WITNESS_PROGRAM_BYTES: Readonly<Record<number, readonly number[]>> = { 0: [20, 32], 1: [32] }

/**
 * Whether an address is valid on its network, checksum included, so that a typing error never
 * receives money.
 *
 * Source: BIP 173, BIP 350, EIP-55, TRON address format
 */
export function isAddressOf(network: DepositNetwork, address: string): boolean {
  switch (network) {
    case 'Bitcoin':
      return isBase58Of([BITCOIN_KEY_HASH, BITCOIN_SCRIPT_HASH], address) || isSegwit(address)
    case 'ERC20':
      return isEthereum(address)
    case 'TRC20':
      return isBase58Of([TRON], address)
  }
}

/** Whether two texts are the same address: bech32 and Ethereum addresses ignore case. */
export function isSameAddress(one: string, other: string): boolean {
  return withoutCase(one) === withoutCase(other)
}

/**
 * Coins sent to a deposit address of the platform come back to it, and no one can tell whose they
 * are. Former addresses count too: the platform may still have their keys.
 *
 * Refuses  withdrawal.platform_address
 */
export function platformRefusalOf(
  address: string,
  platformAddresses: readonly string[] | undefined,
): Refusal | undefined {
  const isOurs = platformAddresses?.some((own) => isSameAddress(own, address))
  return isOurs ? refuse('withdrawal.platform_address') : undefined
}

function withoutCase(address: string): string {
  return /^(bc1|0x)/i.test(address) ? address.toLowerCase() : address
}

function isBase58Of(prefixes: readonly number[], address: string): boolean {
  const bytes = decoded(() => base58check.decode(address))
  return bytes?.length === 1 + HASH_BYTES && prefixes.includes(bytes[0] as number)
}

function isSegwit(address: string): boolean {
  return isWitness(0, bech32, address) || isWitness(1, bech32m, address)
}

function isWitness(version: number, codec: typeof bech32, address: string): boolean {
  const program = decoded(() => {
    const { prefix, words } = codec.decode(address as `${string}1${string}`)
    if (prefix !== 'bc' || words[0] !== version) return undefined
    return codec.fromWords(words.slice(1))
  })
  return (WITNESS_PROGRAM_BYTES[version] ?? []).includes(program?.length ?? 0)
}

/** An address in a single case has no checksum; in mixed case, the case is the checksum. */
function isEthereum(address: string): boolean {
  if (!/^0x[\da-f]{40}$/i.test(address)) return false
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  return address === withEthereumChecksum(digits)
}

/** An address as EIP-55 writes it, from its 40 hexadecimal digits. */
export function withEthereumChecksum(digits: string): string {
  const lower = digits.toLowerCase()
  const hash = hex.encode(keccak_256(utf8.decode(lower)))
  const cased = [...lower].map((digit, at) =>
    (hash[at] ?? '0') >= '8' ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}

/** Codecs throw if they cannot decode; here that is a valid result. */
function decoded(decode: () => Uint8Array | undefined): Uint8Array | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
