import { hex, utf8 } from '@scure/base'
import { copyBytes, HASH_BYTES, type Sha256, writerOf } from './tree-hashing.ts'

/** What is owed to one owner in one asset is split, so that no leaf reveals a balance. */
export const PARTS = 2
/** Of the 32 bytes that are derived for a part: the rest decides how the amount is divided. */
const SALT_BYTES = 24
const OWNER_BYTES = 16
const SECRET_BYTES = 32

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
  /** 32 bytes. Only someone who knows the secret can tell whose it is. */
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
export function partsOf(sha256: Sha256, owed: Owed): readonly Part[] {
  return partsWith(sha256)(owed)
}

/** {@link partsOf} of many amounts, each of which overwrites the commitments of the one before. */
export function partsWith(sha256: Sha256): (owed: Owed) => readonly Part[] {
  const write = writerOf(sha256)
  const messages = new Map<string, readonly Uint8Array[]>()
  const derived = new Uint8Array(HASH_BYTES)
  const fraction = new DataView(derived.buffer, SALT_BYTES)
  const opening = new Uint8Array(OWNER_BYTES + SALT_BYTES)
  const [one, other] = [new Uint8Array(HASH_BYTES), new Uint8Array(HASH_BYTES)] as const

  function commit(to: Uint8Array, message: Uint8Array, { owner, secret }: Owed): void {
    message.set(secret)
    write(message, derived, 0)
    opening.set(owner)
    copyBytes(derived, 0, { to: opening, at: OWNER_BYTES, count: SALT_BYTES })
    write(opening, to, 0)
  }

  return (owed) => {
    const { owner, secret, asset, amount } = owed
    if (owner.length !== OWNER_BYTES || secret.length !== SECRET_BYTES) {
      throw new Error('an owner has 16 bytes and a secret 32')
    }
    const [first, second] = messages.get(asset) ?? NUMBERS.map((part) => messageOf(asset, part))
    if (!first || !second) throw new Error('an amount has two parts')
    messages.set(asset, [first, second])
    // The first one last: it leaves what decides the division, the bytes behind its salt, which reveal
    // nothing of that.
    commit(other, second, owed)
    commit(one, first, owed)
    const share = (amount * fraction.getBigUint64(0)) >> 64n
    return [
      { commitment: one, amount: share },
      { commitment: other, amount: amount - share },
    ]
  }
}

/** The 16 bytes of a user's id. */
export function ownerBytes(userId: string): Uint8Array {
  return hex.decode(userId.replaceAll('-', ''))
}

const NUMBERS = [0, 1] as const

/** One block of SHA-256: the secret, which has one length, and no other message behind it begins so. */
function messageOf(asset: string, part: (typeof NUMBERS)[number]): Uint8Array {
  const text = utf8.decode(asset)
  return Uint8Array.of(...new Uint8Array(SECRET_BYTES), part, text.length, ...text)
}
