import { db } from '../db.ts'
import { isUnsent, type OutboxEntry, type StoredEntry } from './entry.ts'
import type { NewEntry } from './new-entry.ts'

/** What a new entry must know about the entries of its user. */
interface Earlier {
  /** Ids of entries that submit the same. */
  readonly same: ReadonlySet<string>
  /** Ids of entries that are about another item of its series. */
  readonly ofOthers: ReadonlySet<string>
}

/** Compares it with the decrypted entries of its user. */
export function earlierOf(entry: NewEntry, known: readonly OutboxEntry[]): Earlier {
  const { kind, inOrder, joinsWaiting } = entry
  const ids = (entries: readonly OutboxEntry[]) => new Set(entries.map(({ id }) => id))
  const isSame = (each: OutboxEntry) => each.kind === kind && wordsOf(each) === wordsOf(entry)
  const itemOf = ({ body }: Pick<OutboxEntry, 'body'>) =>
    (body as Record<string, unknown> | undefined)?.[inOrder?.of ?? '']
  return {
    same: ids(joinsWaiting ? known.filter(isSame) : []),
    ofOthers: ids(known.filter((each) => itemOf(each) !== itemOf(entry))),
  }
}

function wordsOf({ params, body }: Pick<OutboxEntry, 'params' | 'body'>): string {
  return JSON.stringify([params, body])
}

interface Place {
  /** The entry that it joins. */
  readonly joined?: StoredEntry | undefined
  /** The id of the entry that it follows. */
  readonly before?: string | undefined
}

/** Runs in the transaction that adds the entry. */
export async function placeAmong(
  { userId, inOrder }: NewEntry,
  { same, ofOthers }: Earlier,
): Promise<Place> {
  const stored = await db.outbox.where({ userId }).sortBy('seq')
  const joined = stored.find((each) => isUnsent(each) && !each.isCancelled && same.has(each.id))
  // While the server could still lose the one before, it may have to be sent again.
  const before = stored.findLast(
    (each) =>
      inOrder &&
      each.series === inOrder.series &&
      !ofOthers.has(each.id) &&
      (isUnsent(each) || each.place),
  )
  return { joined, before: before?.id }
}
