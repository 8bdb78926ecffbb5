/**
 * The running trades whose end this device has yet to tell, kept over a reload. Only ids, and only
 * of the user who is signed in.
 */
const KEY = 'watchedTrades'

interface Watched {
  readonly userId: string
  readonly ids: readonly string[]
}

export function recallWatchedTrades(userId: string): readonly string[] {
  const kept = localStorage.getItem(KEY)
  const watched = kept === null ? undefined : (JSON.parse(kept) as Watched)
  return watched?.userId === userId ? watched.ids : []
}

export function keepWatchedTrades(watched: Watched): void {
  if (watched.ids.length === 0) forgetWatchedTrades()
  else localStorage.setItem(KEY, JSON.stringify(watched))
}

/** A worker has no such storage, and watches nothing. */
export function forgetWatchedTrades(): void {
  globalThis.localStorage?.removeItem(KEY)
}
