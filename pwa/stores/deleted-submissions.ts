import { createPersonal } from './personal.ts'

/**
 * The kinds of submissions that waited on this device when the browser deleted its database, which it
 * may do where space runs short. Kept until the user has looked at the list of each.
 */
export const useDeletedSubmissions = createPersonal<{ readonly kinds: readonly string[] }>(() => ({
  kinds: [],
}))

// Outside the database, by kind alone: after a deletion these notes are all that is left.
const waitingNote = (userId: string) => `waiting-${userId}`
const deletedNote = (userId: string) => `deleted-${userId}`

/**
 * Notes what waits now. Where the database no longer has the user's key, what waited before has been
 * deleted with it.
 */
export function noteWaiting(
  userId: string,
  { kinds, hasKey }: { readonly kinds: readonly string[]; readonly hasKey: boolean },
): void {
  const waited = hasKey ? [] : read(waitingNote(userId))
  const deleted = [...read(deletedNote(userId)), ...waited]
  // First what cannot be found out again: the tab may end between the two.
  write(deletedNote(userId), deleted)
  write(waitingNote(userId), kinds)
  useDeletedSubmissions.setState({ kinds: deleted })
}

/** Forgets those whose list the user has opened. */
export function noteSeen(userId: string, isSeen: (kind: string) => boolean): void {
  const left = read(deletedNote(userId)).filter((kind) => !isSeen(kind))
  write(deletedNote(userId), left)
  useDeletedSubmissions.setState({ kinds: left })
}

/** A log-out deletes what waits, after saying so. */
export function forgetNotes(userId: string): void {
  write(waitingNote(userId), [])
  write(deletedNote(userId), [])
}

function read(note: string): readonly string[] {
  return attempt((storage): string[] => JSON.parse(storage.getItem(note) ?? '[]')) ?? []
}

function write(note: string, kinds: readonly string[]): void {
  attempt((storage) => {
    if (kinds.length === 0) storage.removeItem(note)
    else storage.setItem(note, JSON.stringify(kinds))
  })
}

/** A worker has no such storage, and it may be full or refused: what waits is sent all the same. */
function attempt<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}
