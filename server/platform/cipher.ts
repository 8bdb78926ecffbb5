import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** The key of this server first; while another one is replaced, that one too. */
export type MasterKeys = readonly [Buffer, ...Buffer[]]

const IV_BYTES = 12
const TAG_BYTES = 16

/** A separate key for each purpose, so that one reveals nothing about another. */
export function deriveKey(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32))
}

const HMAC_BLOCK_BYTES = 64

/**
 * A key for one purpose from a random key of 32 bytes: the first block of HKDF-Expand with SHA-256. Two
 * hashes in one call each take a fifth of the time of Node's HMAC.
 *
 * Source: RFC 5869, section 2.3; RFC 2104
 */
export function expandKey(key: Buffer, purpose: string): Buffer {
  const inner = hash(
    'sha256',
    Buffer.concat([padded(key, 0x36), Buffer.from(`${purpose}\u0001`)]),
    'buffer',
  )
  return hash('sha256', Buffer.concat([padded(key, 0x5c), inner]), 'buffer')
}

function padded(key: Buffer, pad: number): Buffer {
  const block = Buffer.alloc(HMAC_BLOCK_BYTES, pad)
  for (const [at, byte] of key.entries()) block[at] = byte ^ pad
  return block
}

/**
 * Encrypts with AES-256-GCM. `context` is bound to the result, which opens with no other.
 *
 * Shape  12 bytes of initialisation vector, 16 of tag, then as many as the plain text has
 */
export function seal(key: Buffer | KeyObject, plain: Buffer, context: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** @throws where the key or the context is another one, or a byte was changed */
export function unseal(key: Buffer | KeyObject, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const plain = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES))
  return Buffer.concat([plain, decipher.final()])
}

/** Seals with the first master key and opens with any, for one purpose. */
export function keyRing(masterKeys: MasterKeys, purpose: string) {
  // Node takes four times as long with a buffer, which it turns into such an object each time.
  const keys = masterKeys.map((key) => createSecretKey(deriveKey(key, purpose)))
  const [current] = keys as [KeyObject]
  return {
    seal: (plain: Buffer, context: string): Buffer => seal(current, plain, context),
    /** @throws where no key opens it */
    unseal: (sealed: Buffer, context: string): Buffer => {
      for (const key of keys) {
        const plain = tryUnseal(key, sealed, context)
        if (plain) return plain
      }
      throw new Error('no master key opens what was sealed')
    },
    isCurrent: (sealed: Buffer, context: string): boolean =>
      tryUnseal(current, sealed, context) !== undefined,
  }
}

function tryUnseal(key: KeyObject, sealed: Buffer, context: string): Buffer | undefined {
  try {
    return unseal(key, sealed, context)
  } catch {
    return undefined
  }
}
