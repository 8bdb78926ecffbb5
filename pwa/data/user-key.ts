import { db } from './db.ts'

/**
 * The key of a user's submissions on this device. It survives a restart, cannot be exported, and is
 * destroyed at log-out; what it sealed can then be read by no one.
 *
 * Source: docs/decisions/0125-the-outbox-is-sealed.md
 */
export async function userKey(userId: string): Promise<CryptoKey> {
  const kept = await findUserKey(userId)
  if (kept) return kept
  const algorithm = { name: 'AES-GCM', length: 256 }
  const key = await crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt'])
  // Of two keys made at the same time the first one stays.
  return db.transaction('rw', db.keys, async () => {
    const first = await db.keys.get(userId)
    if (!first) await db.keys.add({ userId, key })
    return first?.key ?? key
  })
}

export async function findUserKey(userId: string): Promise<CryptoKey | undefined> {
  return (await db.keys.get(userId))?.key
}

export async function destroyUserKey(userId: string): Promise<void> {
  await db.keys.delete(userId)
}
