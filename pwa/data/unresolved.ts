import { within } from '#pwa/loading/time-limit.ts'
import type { PreparedRequest } from './api-request.ts'
import { db } from './db.ts'
import { keepFor } from './local-data.ts'
import { seal, unseal } from './seal.ts'
import { withTabLock } from './tabs.ts'
import { findUserKey, userKey } from './user-key.ts'

/**
 * Submissions that were sent directly and whose outcome is not known. They are kept on the device,
 * for every tab, until the outcome is known or the user logs out.
 *
 * Source: docs/decisions/0314-unresolved-attempts-outlive-their-tab.md
 */

interface Attempted {
  /** Its Idempotency-Key. */
  readonly id: string
  readonly request: PreparedRequest
}

/** `content` is equal for two submissions by which the user wants the same. */
interface Kept extends Attempted {
  readonly content: string
}

/** What depends on the current price cannot wait long for a database that does not respond. */
const DATABASE_MS_MAX = 2_000

/** Keeps an attempt before it is sent, unless there is an earlier one, which is returned. */
export function findOrKeep(userId: string, attempt: Kept): Promise<Attempted | undefined> {
  const work = withTabLock('unresolved', async () => {
    const earlier = (await listKept(userId)).find(({ content }) => content === attempt.content)
    if (!earlier) await keep(userId, attempt)
    return earlier
  })
  return within(DATABASE_MS_MAX, work).catch((error) => {
    // It counts as not kept, so what is stored after that is removed.
    void work.then(() => db.unresolved.delete(attempt.id)).catch(() => undefined)
    throw error
  })
}

/** Keeps an attempt in place of an earlier one with the same key. */
export function replaceKept(userId: string, attempt: Kept): Promise<void> {
  return within(DATABASE_MS_MAX, keep(userId, attempt))
}

export function forgetResolved(id: string): Promise<void> {
  return within(DATABASE_MS_MAX, db.unresolved.delete(id))
}

async function keep(userId: string, { id, request, content }: Kept): Promise<void> {
  const plain = new TextEncoder().encode(JSON.stringify({ request, content }))
  const sealed = await seal(await userKey(userId), plain, purposeOf(id))
  await keepFor(db.unresolved, { id, userId, ...sealed })
}

async function listKept(userId: string): Promise<Kept[]> {
  const rows = await db.unresolved.where({ userId }).toArray()
  const key = await findUserKey(userId)
  if (!key) return []
  const opened = rows.map(async ({ id, ...sealed }) => {
    const plain = await unseal(key, sealed, purposeOf(id))
    const words: Omit<Kept, 'id'> = JSON.parse(new TextDecoder().decode(plain))
    return { id, ...words }
  })
  // An interrupted log-out leaves rows whose key is gone.
  return (await Promise.allSettled(opened)).flatMap((each) =>
    each.status === 'fulfilled' ? each.value : [],
  )
}

function purposeOf(id: string): string {
  return `unresolved:${id}`
}
