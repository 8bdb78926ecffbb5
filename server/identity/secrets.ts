import { createHash, createHmac, randomBytes } from 'node:crypto'
import { deriveKey, keyRing, type MasterKeys } from '#server/platform/cipher.ts'
import type { SealedColumn } from '#server/platform/sealed-column.ts'

/** A new 256-bit secret, as text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored hash of a token: enough to recognise it, useless to a thief. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export const SECOND_FACTOR_SECRETS: SealedColumn = {
  table: 'second_factor',
  key: 'user_id',
  column: 'secret',
  purpose: 'identity secrets at rest',
}

export type ServerSecrets = ReturnType<typeof serverSecrets>

/** Secrets derived from the server's master key, with a separate key for each purpose. */
export function serverSecrets(masterKeys: MasterKeys) {
  const tokenKeys = masterKeys.map((key) => deriveKey(key, 'identity tokens'))
  const ring = keyRing(masterKeys, SECOND_FACTOR_SECRETS.purpose)
  const tokensFor = (purpose: string, subject: string): string[] =>
    tokenKeys.map((key) =>
      createHmac('sha256', key).update(`${purpose}\0${subject}`).digest('base64url'),
    )
  return {
    /**
     * The token of a purpose and a subject. It is derived when needed, which requires the master
     * key, so it is never stored.
     */
    tokenFor: (purpose: string, subject: string): string => tokensFor(purpose, subject)[0] ?? '',
    /**
     * One for each master key, the current one first, because the key may have been replaced since.
     */
    tokensFor,
    /** The token whose hash was stored. */
    tokenWithHash: (purpose: string, subject: string, hash: Buffer): string => {
      const tokens = tokensFor(purpose, subject)
      return tokens.find((token) => hashToken(token).equals(hash)) ?? tokens[0] ?? ''
    },
    /**
     * Encrypts a secret that must be readable later, bound to `owner` so that it cannot be moved.
     */
    encrypt: (plain: string, owner: string): Buffer => ring.seal(Buffer.from(plain), owner),
    decrypt: (sealed: Buffer, owner: string): string => ring.unseal(sealed, owner).toString('utf8'),
  }
}
