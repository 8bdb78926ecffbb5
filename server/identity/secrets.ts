import { createHash, createHmac, randomBytes } from 'node:crypto'
import { deriveKey, seal, unseal } from '#server/platform/cipher.ts'

/** A new 256-bit secret as people and programs carry it. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token: enough to recognise it, useless to whoever reads it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Secrets that follow from the server's master key, each purpose with a key of its own. */
export interface ServerSecrets {
  /**
   * The one token that belongs to a purpose and a subject: made again whenever it is needed, so that
   * nobody has to store it. Nobody can make it without the master key.
   */
  tokenFor(purpose: string, subject: string): string
  /** Encrypts what must be read again; `owner` is bound to it, so that it cannot be moved. */
  encrypt(plain: string, owner: string): Buffer
  decrypt(sealed: Buffer, owner: string): string
}

export function serverSecrets(masterKey: Buffer): ServerSecrets {
  const tokenKey = deriveKey(masterKey, 'identity tokens')
  const cipherKey = deriveKey(masterKey, 'identity secrets at rest')
  return {
    tokenFor: (purpose, subject) =>
      createHmac('sha256', tokenKey).update(`${purpose}\0${subject}`).digest('base64url'),
    encrypt: (plain, owner) => seal(cipherKey, Buffer.from(plain), owner),
    decrypt: (sealed, owner) => unseal(cipherKey, sealed, owner).toString('utf8'),
  }
}
