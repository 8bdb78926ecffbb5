import { within } from '#pwa/loading/time-limit.ts'
import type { ApiFailure } from '../api-error.ts'
import type { PreparedRequest } from '../api-request.ts'
import { askForWakeUp } from '../background-sync.ts'
import { db, reopen } from '../db.ts'
import { submissionError } from '../submission-error.ts'
import { findUserKey, userKey } from '../user-key.ts'
import { earlierOf, placeAmong } from './earlier-entries.ts'
import { isLost, isUnsent, type LogPlace, type OutboxEntry, type StoredEntry } from './entry.ts'
import type { NewEntry } from './new-entry.ts'
import { openEntry, openRequest, packRequest, sealRequest, sealWords } from './sealed-entry.ts'

/** The table of submissions. Only this module and `kept.ts` change entries. */

/** A database that does not respond must not block a form. */
const STORE_MS_MAX = 5_000

/**
 * Stores a submission, which then survives a reload or a crash, and is sent after the app is closed
 * where the browser can do that.
 *
 * @returns the id of its entry, which is an earlier one if it joins that
 */
export async function enqueue(entry: NewEntry): Promise<string> {
  const id = await add(entry)
  // Not awaited: a page may have no worker.
  void askForWakeUp().catch(() => undefined)
  return id
}

/** A database that does not respond is reopened once. */
async function add(entry: NewEntry): Promise<string> {
  const { id, userId, kind, params, body, inOrder, joinsWaiting } = entry
  const packed = await packRequest(entry.request)
  const now = Date.now()
  const storing = async () => {
    const key = await userKey(userId)
    const sealed = {
      id,
      userId,
      kind,
      series: inOrder?.series,
      words: await sealWords(key, id, { params, body }),
      sealedRequest: await sealRequest(key, id, packed),
      state: 'waiting',
      tries: 0,
      createdAtMs: now,
      nextTryAtMs: now,
      notBeforeMs: now,
    } as const
    // Decrypted before the transaction, which ends when it waits for anything but the database.
    const known = joinsWaiting || inOrder?.of ? await listEntries(userId) : []
    const earlier = earlierOf(entry, known)
    return db.transaction('rw', db.outbox, async () => {
      // After two attempts, the first one may still succeed later.
      if (await db.outbox.get({ id })) return id
      const { joined, before } = await placeAmong(entry, earlier)
      if (joined) return joined.id
      await db.outbox.add({ ...sealed, dependsOn: before })
      return id
    })
  }
  const attempts: Promise<string>[] = []
  const attempt = (work: Promise<string>) => {
    attempts.push(work)
    return within(STORE_MS_MAX, work)
  }
  try {
    return await attempt(storing()).catch((error) => {
      if (error.name !== 'TimeoutError') throw error
      return attempt(reopen().then(storing))
    })
  } catch (error) {
    // The user sees that nothing is stored, so anything stored after that is removed.
    for (const each of attempts) void each.then(() => cancelEntry(id)).catch(() => undefined)
    throw submissionError(isQuotaExceeded(error) ? 'storage.full' : 'storage.failed')
  }
}

/**
 * Withdraws a submission that has not left the device. One that is being sent is withdrawn when that
 * attempt ends, unless it may have arrived. Returns false if it is not withdrawn yet.
 */
export function cancelEntry(id: string): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get({ id })
    if (entry?.state === 'sending') await db.outbox.update(entry.seq, { isCancelled: true })
    if (entry?.state !== 'waiting') return false
    const { userId, dependsOn } = entry
    // The next one in its series follows the one before it.
    await db.outbox
      .where({ userId })
      .filter((each) => each.dependsOn === id)
      .modify({ dependsOn })
    await db.outbox.delete(entry.seq)
    return true
  })
}

/** Stores what an attempt showed, or deletes the entry if it was cancelled and is not recorded. */
function endAttempt(seq: number, change: Partial<StoredEntry>): Promise<void> {
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(seq)
    const mayBeRecorded = change.state !== 'waiting' && change.state !== 'refused'
    if (!entry?.isCancelled || mayBeRecorded) {
      await db.outbox.update(seq, change)
      return
    }
    await db.outbox.update(seq, { state: 'waiting' })
    await cancelEntry(entry.id)
  })
}

/** Removes a refusal from the list. */
export async function dismissEntry(id: string): Promise<void> {
  await db.outbox
    .where({ id })
    .and((entry) => entry.state === 'refused')
    .delete()
}

/** The entries that can be opened, without their files. */
export async function listEntries(userId: string): Promise<OutboxEntry[]> {
  const key = await findUserKey(userId)
  const stored = (await db.outbox.where({ userId }).sortBy('seq')).filter(({ words }) => words)
  if (!key) return []
  const opened = await Promise.all(stored.map((entry) => openOrDelete(key, entry)))
  return opened.filter((entry) => entry !== undefined)
}

/** An interrupted log-out leaves entries whose key is gone: they cannot be decrypted or sent. */
async function openOrDelete(key: CryptoKey, entry: StoredEntry): Promise<OutboxEntry | undefined> {
  try {
    return await openEntry(key, entry)
  } catch (error) {
    if ((error as Error).name !== 'OperationError') throw error
    await db.outbox.delete(entry.seq)
    return undefined
  }
}

export async function findEntry(id: string): Promise<OutboxEntry | undefined> {
  const stored = await db.outbox.get({ id })
  const key = stored && (await findUserKey(stored.userId))
  return key && openOrDelete(key, stored)
}

/** Counts without decrypting, so it also works while the key is missing. */
export function countUnsent(userId: string): Promise<number> {
  return db.outbox.where({ userId }).filter(isUnsent).count()
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

export interface SendingEntry extends OutboxEntry {
  readonly request: PreparedRequest
}

/**
 * Claims an entry for sending; undefined if it has been cancelled. An entry that the server has
 * lost stays shown as done while it is sent again.
 */
export async function beginSending(entry: OutboxEntry): Promise<SendingEntry | undefined> {
  const key = await findUserKey(entry.userId)
  const stored = await db.outbox.get(entry.seq)
  if (!key || !stored?.sealedRequest) return undefined
  // Decrypted before the entry is marked: a transaction ends when it waits for anything but the
  // database.
  const request = await openRequest(key, entry.id, stored.sealedRequest)
  return db.transaction('rw', db.outbox, async () => {
    const found = await db.outbox.get(entry.seq)
    if (!found || !(found.state === 'waiting' || found.state === 'unknown' || isLost(found))) {
      return undefined
    }
    const tries = found.tries + 1
    await db.outbox.update(entry.seq, isLost(found) ? { tries } : { state: 'sending', tries })
    return { ...entry, state: found.state, tries, request }
  })
}

type Result =
  | { readonly state: 'done'; readonly response: unknown; readonly place?: LogPlace | undefined }
  | { readonly state: 'refused'; readonly failure: ApiFailure }

export async function settle(
  { seq, id, userId, params, body }: OutboxEntry,
  { state, ...result }: Result,
): Promise<void> {
  const key = await findUserKey(userId)
  // The user has logged out: nothing of theirs is stored again.
  if (!key) return
  const { response, failure, place } = {
    response: undefined,
    failure: undefined,
    place: undefined,
    ...result,
  }
  await endAttempt(seq, {
    state,
    failure,
    words: await sealWords(key, id, { params, body, answer: response }),
    settledAtMs: Date.now(),
    place,
    isLost: undefined,
    // Private images must not stay on the device for longer than they may be needed.
    ...(place ? {} : { sealedRequest: undefined }),
  })
}

export async function postpone(
  entry: OutboxEntry,
  change: Pick<OutboxEntry, 'state' | 'nextTryAtMs' | 'notBeforeMs'> &
    Partial<Pick<OutboxEntry, 'failure'>>,
): Promise<void> {
  await endAttempt(entry.seq, change)
}

const DONE_KEPT_MS = 60_000

/** Deletes entries once every tab has had time to see them, and the server cannot lose them. */
export async function sweepDone(userId: string): Promise<void> {
  const before = Date.now() - DONE_KEPT_MS
  await db.outbox
    .where({ userId })
    .and(({ state, place, settledAtMs = 0 }) => state === 'done' && !place && settledAtMs < before)
    .delete()
}

function isQuotaExceeded(error: unknown): boolean {
  const names = [error, (error as { inner?: unknown }).inner].map(
    (each) => (each as { name?: string } | undefined)?.name,
  )
  return names.includes('QuotaExceededError')
}
