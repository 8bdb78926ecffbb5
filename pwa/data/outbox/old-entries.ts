import { failureOf } from '../api-error.ts'
import type { PreparedRequest } from '../api-request.ts'
import { db } from '../db.ts'
import { userKey } from '../user-key.ts'
import type { StoredEntry } from './entry.ts'
import type { NewEntry } from './new-entry.ts'
import { packRequest, sealRequest, sealWords } from './sealed-entry.ts'

/**
 * Encrypts submissions that an earlier version of the app stored unencrypted. If the browser can no
 * longer read the file of one, it is refused, so that the user submits it again.
 */
export async function sealOldEntries(userId: string): Promise<void> {
  const stored: Partial<StoredEntry & NewEntry>[] = await db.outbox.where({ userId }).toArray()
  for (const { seq, id, request, params, body, words } of stored) {
    if (words || !seq || !id || !request) continue
    const key = await userKey(userId)
    const old = { request: undefined, params: undefined, body: undefined, answer: undefined }
    await db.outbox.update(seq, {
      words: await sealWords(key, id, { params, body }),
      ...(await sealedOrRefused(key, id, request)),
      ...old,
    })
  }
}

async function sealedOrRefused(key: CryptoKey, id: string, request: PreparedRequest) {
  try {
    return { sealedRequest: await sealRequest(key, id, await packRequest(request)) }
  } catch (error) {
    return { state: 'refused', failure: failureOf(error), settledAtMs: Date.now() } as const
  }
}
