import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hex, utf8 } from '@scure/base'

/** A wallet with a key made for tests. It signs as `personal_sign` does (EIP-191). */
export interface TestWallet {
  readonly address: string
  sign(message: string): string
}

/** A different wallet for each number. */
export function testWallet(number: number): TestWallet {
  const secret = keccak_256(utf8.decode(`wallet ${number}`))
  const point = secp256k1.getPublicKey(secret, false)
  return {
    address: `0x${hex.encode(keccak_256(point.subarray(1)).subarray(-20))}`,
    sign(message) {
      const prefix = `\u0019Ethereum Signed Message:\n${utf8.decode(message).length}`
      const digest = keccak_256(utf8.decode(prefix + message))
      const signature = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
      const recovery = (27 + (signature[0] as number)).toString(16)
      return `0x${hex.encode(signature.subarray(1))}${recovery}`
    },
  }
}
