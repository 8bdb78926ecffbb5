import { hasFailedBefore } from '#pwa/loading/last-failure.ts'

/** The name of the browser's database, shared by Dexie and the functions below. */
export const DATABASE = 'app'

/** A response of the server, stored for an offline start. */
export interface KeptResponse {
  readonly userId: string
  /** Hash of the query's key. */
  readonly hash: string
  readonly queryKey: readonly unknown[]
  readonly data: unknown
  readonly updatedAtMs: number
}

/**
 * The stored responses of a user, if any. Read without Dexie, because at the start of the app the
 * rows are needed before that library is loaded.
 */
export async function readKept(userId: string): Promise<readonly KeptResponse[]> {
  const database = hasFailedBefore ? undefined : await openExisting()
  if (!database) return []
  const transaction = database.transaction('kept')
  // As in open-transactions.ts, which is loaded later.
  const leave = () => abort(transaction)
  globalThis.addEventListener?.('pagehide', leave)
  try {
    const table = transaction.objectStore('kept')
    return await settled<KeptResponse[]>(table.index('userId').getAll(userId))
  } finally {
    globalThis.removeEventListener?.('pagehide', leave)
    // An open connection would block an upgrade of the database.
    database.close()
  }
}

/** Ends a transaction that may have ended already; both modules do this when the page is left. */
export function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It is committing, or was aborted.
  }
}

function openExisting(): Promise<IDBDatabase | undefined> {
  const opening = indexedDB.open(DATABASE)
  // Only Dexie creates the tables.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  return settled(opening).catch(() => undefined)
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
