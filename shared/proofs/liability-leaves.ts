import { hex, utf8 } from '@scure/base'
import type { Sha256 } from './tree-hashing.ts'

/** What is owed to one owner in one asset is divided, so that no leaf shows what anyone has. */
export const PARTS = 2
/** Of the 32 bytes that are derived for a part: the rest decides how the amount is divided. */
const SALT_BYTES = 24

/** An amount that is owed, and to whom. */
export interface Owed {
  /** Of a user, as 16 bytes. */
  readonly owner: Uint8Array
  /** Of the owner for one position of the log: 32 bytes. */
  readonly secret: Uint8Array
  readonly asset: string
  /** 1e-8 of the asset. */
  readonly amount: bigint
}

export interface Part {
  /** 32 bytes. Only who knows the secret can tell whose it is. */
  readonly commitment: Uint8Array
  readonly amount: bigint
}

/**
 * The parts that an amount is divided into, and the commitments under which the tree has them. Owner
 * and secret decide both, so the owner's device computes them without asking.
 *
 * Shape   commitment = SHA-256(owner | salt); salt and division from SHA-256(secret | part | asset)
 * Units   1e-8 of the asset; a part may be zero
 * Source  docs/proofs.md, Liabilities
 */
export function partsOf(sha256: Sha256, { owner, secret, asset, amount }: Owed): Part[] {
  const [one, other] = NUMBERS.map((part) => sha256(join(secret, messageOf(asset, part)))) as Both
  const first = (amount * fractionOf(one)) >> 64n
  return [
    { commitment: commitmentTo(sha256, owner, one), amount: first },
    { commitment: commitmentTo(sha256, owner, other), amount: amount - first },
  ]
}

/** The 16 bytes of a user's id. */
export function ownerBytes(userId: string): Uint8Array {
  return hex.decode(userId.replaceAll('-', ''))
}

/** One block of SHA-256 each: the secret has one length, and no message begins with another. */
const NUMBERS = [0, 1] as const
type Both = [Uint8Array, Uint8Array]

function commitmentTo(sha256: Sha256, owner: Uint8Array, derived: Uint8Array): Uint8Array {
  return sha256(join(owner, derived.subarray(0, SALT_BYTES)))
}

/** Of 2^64: the bytes behind the salt, which reveal nothing of it. */
function fractionOf(derived: Uint8Array): bigint {
  return new DataView(derived.buffer, derived.byteOffset + SALT_BYTES).getBigUint64(0)
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.length + other.length)
  bytes.set(one)
  bytes.set(other, one.length)
  return bytes
}

const messages = new Map<string, readonly Uint8Array[]>()

function messageOf(asset: string, part: (typeof NUMBERS)[number]): Uint8Array {
  let known = messages.get(asset)
  if (!known) {
    const text = utf8.decode(asset)
    known = NUMBERS.map((number) => Uint8Array.of(number, text.length, ...text))
    messages.set(asset, known)
  }
  return known[part] as Uint8Array
}
