import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { createBase58check, hex, utf8 } from '@scure/base'
import { isSameAddress, withEthereumChecksum } from '#shared/rules/wallet-address.ts'

const TRON = 0x41
const base58check = createBase58check(sha256)

/**
 * Whether the owner of an Ethereum address has signed a message, as `personal_sign` does.
 *
 * @param signature 65 bytes, hexadecimal
 * Source: EIP-191
 */
export function isSignedByEthereum(address: string, message: string, signature: string): boolean {
  const account = accountOf('\u0019Ethereum Signed Message:\n', message, signature)
  return account !== undefined && isSameAddress(withEthereumChecksum(hex.encode(account)), address)
}

/**
 * Whether the owner of a TRON address has signed a message, as `signMessageV2` does.
 *
 * @param signature 65 bytes, hexadecimal
 * Source: TIP-191
 */
export function isSignedByTron(address: string, message: string, signature: string): boolean {
  const account = accountOf('\u0019TRON Signed Message:\n', message, signature)
  return account !== undefined && base58check.encode(Uint8Array.of(TRON, ...account)) === address
}

/** The 20 bytes that identify the signing key; undefined if there is none. */
function accountOf(prefix: string, message: string, signature: string): Uint8Array | undefined {
  const bytes = /^(0x)?[\da-f]{130}$/i.test(signature)
    ? hex.decode(signature.replace(/^0x/i, '').toLowerCase())
    : undefined
  const last = bytes?.at(-1)
  if (bytes === undefined || last === undefined) return undefined
  const text = utf8.decode(message)
  const digest = keccak_256(Uint8Array.of(...utf8.decode(`${prefix}${text.length}`), ...text))
  try {
    const recovered = Uint8Array.of(last >= 27 ? last - 27 : last, ...bytes.subarray(0, -1))
    const publicKey = secp256k1.recoverPublicKey(recovered, digest, { prehash: false })
    const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
    return keccak_256(point.subarray(1)).subarray(-20)
  } catch {
    return undefined
  }
}
