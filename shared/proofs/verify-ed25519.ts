type Bytes = Uint8Array<ArrayBuffer>

/**
 * Whether an Ed25519 signature is of a message: false as well for keys and signatures of a wrong length.
 * Uses the platform if possible, which takes a tenth of the time of portable code, and need not
 * load any.
 *
 * Source: RFC 8032, section 5.1.7
 */
export async function verifyEd25519(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): Promise<boolean> {
  try {
    const key = await imported(publicKey)
    return await crypto.subtle.verify(ED25519, key, signature as Bytes, message as Bytes)
  } catch {
    // A platform without Ed25519, a page that is not served securely, or a malformed key.
    return verifyPortably(signature, message, publicKey)
  }
}

const ED25519 = 'Ed25519'

/** A log has had few keys, and all its checkpoints are signed by them. */
const known = new WeakMap<Uint8Array, Promise<CryptoKey>>()

function imported(publicKey: Uint8Array): Promise<CryptoKey> {
  let key = known.get(publicKey)
  if (!key) {
    key = crypto.subtle.importKey('raw', publicKey as Bytes, ED25519, false, ['verify'])
    known.set(publicKey, key)
  }
  return key
}

/** Exported for tests. */
export async function verifyPortably(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): Promise<boolean> {
  const { ed25519 } = await import('@noble/curves/ed25519.js')
  // The tables that speed up many verifications double the time of the first.
  ed25519.Point.BASE.precompute(1)
  try {
    // As RFC 8032 says, not as ZIP 215 allows: other implementations must come to the same answer.
    return ed25519.verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}
