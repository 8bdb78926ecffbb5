import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { expandKey, keyRing, type MasterKeys, seal, unseal } from '#server/platform/cipher.ts'
import type { SealedColumn } from '#server/platform/sealed-column.ts'

/**
 * Encrypts private data with a separate key for each person, stored in the database and wrapped
 * with the master key. Erasing the person destroys the key, which makes the data unreadable. After
 * an older copy of the database is restored, the erasure is repeated.
 */
export interface Vault {
  /**
   * @param purpose what the data is and where it is stored; decryption needs the same purpose
   * @throws if there is no such person
   */
  seal(userId: string, purpose: string, plain: Buffer): Promise<Buffer>
  /**
   * A key for one purpose, which stays the same as long as the person exists.
   *
   * @returns undefined if there is no such person
   */
  derive(userId: string, purpose: string): Promise<Buffer | undefined>
  /** @returns undefined if the person was erased */
  open(userId: string, purpose: string, sealed: Buffer): Promise<Buffer | undefined>
}

const KEY_BYTES = 32

/** What a new master key must wrap again; data encrypted for persons does not change. */
export const WRAPPED_KEYS: SealedColumn = {
  table: 'person_key',
  key: 'user_id',
  column: 'wrapped',
  purpose: 'keys of persons',
}

export function openVault(pool: Pick<Pool, 'query'>, masterKeys: MasterKeys): Vault {
  const ring = keyRing(masterKeys, WRAPPED_KEYS.purpose)

  const keyOf = async (userId: string): Promise<Buffer | undefined> => {
    const { rows } = await pool.query<{ wrapped: Buffer }>(
      'select wrapped from person_key where user_id = $1',
      [userId],
    )
    return rows[0] && ring.unseal(rows[0].wrapped, userId)
  }

  const keyOrNew = async (userId: string): Promise<Buffer | undefined> => {
    const known = await keyOf(userId)
    if (known) return known
    const wrapped = ring.seal(randomBytes(KEY_BYTES), userId)
    // If two keys are created at the same time, the first one is kept; an erased person gets none.
    await pool.query(
      `insert into person_key (user_id, wrapped) select user_id, $2 from person where user_id = $1
       on conflict do nothing`,
      [userId, wrapped],
    )
    return keyOf(userId)
  }

  return {
    async seal(userId, purpose, plain) {
      const key = await keyOrNew(userId)
      if (key === undefined) throw new Error(`the key of ${userId} was destroyed`)
      return seal(key, plain, purpose)
    },
    async derive(userId, purpose) {
      const key = await keyOrNew(userId)
      return key && expandKey(key, purpose)
    },
    async open(userId, purpose, sealed) {
      const key = await keyOf(userId)
      return key && unseal(key, sealed, purpose)
    },
  }
}
