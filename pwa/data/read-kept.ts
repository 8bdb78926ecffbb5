/** The browser database's name, for those who open it without its library. */
export const DATABASE = 'app'

/** An answer of the server, kept for a start without a network. */
export interface KeptAnswer {
  readonly userId: string
  /** Hash of the query's key. */
  readonly hash: string
  readonly queryKey: readonly unknown[]
  readonly data: unknown
  readonly updatedAtMs: number
}

/**
 * The kept answers of a person, read by the browser's own means: at the start of the app the rows
 * are here before the library of the database is. None where this device has kept nothing.
 */
export async function readKept(userId: string): Promise<readonly KeptAnswer[]> {
  const database = await openExisting()
  if (!database) return []
  try {
    const table = database.transaction('kept').objectStore('kept')
    return await settled<KeptAnswer[]>(table.index('userId').getAll(userId))
  } finally {
    // An open connection would stand in the way of the next version.
    database.close()
  }
}

function openExisting(): Promise<IDBDatabase | undefined> {
  const opening = indexedDB.open(DATABASE)
  // Its tables are laid by the library alone: what is not there yet is not made here.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  return settled(opening).catch(() => undefined)
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
