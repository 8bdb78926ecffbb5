import { createHash, createHmac, randomBytes } from 'node:crypto'
import { deriveKey, seal, unseal } from '#server/platform/cipher.ts'

/** A new 256-bit secret as people and programs carry it. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database stores of a token: enough to recognise it, useless to a thief. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export type ServerSecrets = ReturnType<typeof serverSecrets>

/** Secrets derived from the server's master key, with a separate key for each purpose. */
export function serverSecrets(masterKey: Buffer) {
  const tokenKey = deriveKey(masterKey, 'identity tokens')
  const cipherKey = deriveKey(masterKey, 'identity secrets at rest')
  return {
    /**
     * The token of a purpose and a subject: derived whenever it is needed, so it is never stored, and
     * only with the master key.
     */
    tokenFor: (purpose: string, subject: string): string =>
      createHmac('sha256', tokenKey).update(`${purpose}\0${subject}`).digest('base64url'),
    /** Encrypts what must be read again, bound to `owner` so that it cannot be moved. */
    encrypt: (plain: string, owner: string): Buffer => seal(cipherKey, Buffer.from(plain), owner),
    decrypt: (sealed: Buffer, owner: string): string =>
      unseal(cipherKey, sealed, owner).toString('utf8'),
  }
}
