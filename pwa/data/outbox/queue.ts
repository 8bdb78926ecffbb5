import { type ApiFailure, localError } from '../api-error.ts'
import type { PreparedRequest } from '../api-request.ts'
import { db } from '../db.ts'
import { isUnsent, type OutboxEntry } from './entry.ts'

/** The table of submissions. Only this module changes the state of an entry. */
export type NewEntry = Pick<
  OutboxEntry,
  'id' | 'userId' | 'kind' | 'params' | 'body' | 'request' | 'dependsOn'
>

/** Stores a submission, which then survives a reload or a crash. */
export async function enqueue(entry: NewEntry): Promise<void> {
  const request = await withOwnFiles(entry.request)
  const now = Date.now()
  try {
    await db.outbox.add({
      ...entry,
      request,
      state: 'waiting',
      tries: 0,
      createdAtMs: now,
      nextTryAtMs: now,
      notBeforeMs: now,
    })
  } catch (error) {
    throw localError(isQuotaExceeded(error) ? 'storage.full' : 'storage.failed')
  }
}

/**
 * Withdraws a submission that has not left the device, and those that depend on it. Returns false if
 * it is too late.
 */
export function cancelEntry(id: string): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get({ id })
    if (entry?.state !== 'waiting') return false
    const { userId } = entry
    const dependent = db.outbox.where({ userId }).filter((each) => each.dependsOn === id)
    for (const each of await dependent.toArray()) await cancelEntry(each.id)
    await db.outbox.delete(entry.seq)
    return true
  })
}

/** Removes a refusal from the list. */
export async function dismissEntry(id: string): Promise<void> {
  await db.outbox
    .where({ id })
    .and((entry) => entry.state === 'refused')
    .delete()
}

export function listEntries(userId: string): Promise<OutboxEntry[]> {
  return db.outbox.where({ userId }).sortBy('seq')
}

export function findEntry(id: string): Promise<OutboxEntry | undefined> {
  return db.outbox.get({ id })
}

export async function countUnsent(userId: string): Promise<number> {
  return (await listEntries(userId)).filter(isUnsent).length
}

export async function discardEntries(userId: string): Promise<void> {
  await db.outbox.where({ userId }).delete()
}

/** Without a sender, "sending" means that a tab closed: the entry may have arrived. */
export async function recoverInterrupted(userId: string): Promise<void> {
  await db.outbox
    .where({ userId })
    .and((entry) => entry.state === 'sending')
    .modify({ state: 'unknown' })
}

/** Claims an entry for sending; undefined if it has been cancelled. */
export function claim(entry: OutboxEntry): Promise<OutboxEntry | undefined> {
  return db.transaction('rw', db.outbox, async () => {
    const found = await db.outbox.get(entry.seq)
    if (!found || (found.state !== 'waiting' && found.state !== 'unknown')) return undefined
    await db.outbox.update(entry.seq, { state: 'sending', tries: found.tries + 1 })
    return { ...found, tries: found.tries + 1 }
  })
}

type Result =
  | { readonly state: 'done'; readonly answer: unknown }
  | { readonly state: 'refused'; readonly failure: ApiFailure }

export async function settle(entry: OutboxEntry, result: Result): Promise<void> {
  await db.outbox.update(entry.seq, {
    failure: undefined,
    ...result,
    settledAtMs: Date.now(),
    // Private images must not stay on the device.
    request: { ...entry.request, files: [] },
  })
}

export async function postpone(
  entry: OutboxEntry,
  change: Pick<OutboxEntry, 'state' | 'failure' | 'nextTryAtMs' | 'notBeforeMs'>,
): Promise<void> {
  await db.outbox.update(entry.seq, change)
}

const DONE_KEPT_MS = 60_000

/** Deletes entries once every tab has had time to see them. */
export async function sweepDone(userId: string): Promise<void> {
  const before = Date.now() - DONE_KEPT_MS
  await db.outbox
    .where({ userId })
    .and((entry) => entry.state === 'done' && (entry.settledAtMs ?? 0) < before)
    .delete()
}

// A File only refers to the disk, and on phones the reference expires, so the bytes are copied.
async function withOwnFiles(request: PreparedRequest): Promise<PreparedRequest> {
  if (!request.files) return request
  try {
    const files = await Promise.all(
      request.files.map(async (file) => ({
        ...file,
        content: new Blob([await file.content.arrayBuffer()], { type: file.content.type }),
      })),
    )
    return { ...request, files }
  } catch {
    throw localError('file.unreadable')
  }
}

function isQuotaExceeded(error: unknown): boolean {
  const names = [error, (error as { inner?: unknown }).inner].map(
    (each) => (each as { name?: string } | undefined)?.name,
  )
  return names.includes('QuotaExceededError')
}
