import { db } from '../db.ts'
import { userKey } from '../user-key.ts'
import type { StoredEntry } from './entry.ts'
import type { NewEntry } from './queue.ts'
import { packRequest, sealRequest, sealWords } from './sealed-entry.ts'

/** Seals submissions that an earlier version of the app stored as they were. */
export async function sealOldEntries(userId: string): Promise<void> {
  const stored: Partial<StoredEntry & NewEntry>[] = await db.outbox.where({ userId }).toArray()
  for (const { seq, id, request, params, body, words } of stored) {
    if (words || !seq || !id || !request) continue
    const key = await userKey(userId)
    const old = { request: undefined, params: undefined, body: undefined, answer: undefined }
    await db.outbox.update(seq, {
      words: await sealWords(key, id, { params, body }),
      sealedRequest: await sealRequest(key, id, await packRequest(request)),
      ...old,
    })
  }
}
