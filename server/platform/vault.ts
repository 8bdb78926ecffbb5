import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { deriveKey, seal, unseal } from '#server/platform/cipher.ts'

/**
 * Keeps what is nobody's business but a person's own: each person has a key, which lies in the
 * database wrapped by the server's master key. Erasing the person destroys the key, and whatever was
 * sealed with it, in backups too, is noise from then on.
 */
export interface Vault {
  /**
   * @param purpose what the text is and whose row holds it: it opens for the same purpose alone
   * @throws where there is no such person
   */
  seal(userId: string, purpose: string, plain: Buffer): Promise<Buffer>
  /** @returns undefined where the person was erased */
  open(userId: string, purpose: string, sealed: Buffer): Promise<Buffer | undefined>
}

const KEY_BYTES = 32

export function openVault(pool: Pick<Pool, 'query'>, masterKey: Buffer): Vault {
  const wrappingKey = deriveKey(masterKey, 'keys of persons')

  const keyOf = async (userId: string): Promise<Buffer | undefined> => {
    const { rows } = await pool.query<{ wrapped: Buffer }>(
      'select wrapped from person_key where user_id = $1',
      [userId],
    )
    return rows[0] && unseal(wrappingKey, rows[0].wrapped, userId)
  }

  const newKey = async (userId: string): Promise<void> => {
    const wrapped = seal(wrappingKey, randomBytes(KEY_BYTES), userId)
    // Of two that are made at once the first one stays.
    await pool.query(
      'insert into person_key (user_id, wrapped) values ($1, $2) on conflict do nothing',
      [userId, wrapped],
    )
  }

  return {
    async seal(userId, purpose, plain) {
      let key = await keyOf(userId)
      if (key === undefined) {
        await newKey(userId)
        key = await keyOf(userId)
      }
      if (key === undefined) throw new Error(`the key of ${userId} was destroyed meanwhile`)
      return seal(key, plain, purpose)
    },
    async open(userId, purpose, sealed) {
      const key = await keyOf(userId)
      return key && unseal(key, sealed, purpose)
    },
  }
}
