import { liveQuery } from 'dexie'
import { noteWaiting } from '#pwa/stores/deleted-submissions.ts'
import { type OutboxView, useOutboxStore } from '#pwa/stores/outbox.ts'
import { type SessionState, useSessionStore } from '#pwa/stores/session.ts'
import { onChance } from '../chances.ts'
import { askToKeepStorage } from '../lasting-storage.ts'
import { refetchAfterWrite } from '../queries.ts'
import { findUserKey } from '../user-key.ts'
import { confirmOnce, waitsForProof } from './confirm.ts'
import { isUnsent, type OutboxEntry } from './entry.ts'
import { listEntries } from './queue.ts'
import { type Eagerness, flushOutbox, nextTryAtMs } from './sender.ts'

/**
 * Runs the outbox in a tab: shows its entries, and sends them on time or when there is an
 * opportunity.
 */
export function startOutbox(userId: string): () => void {
  const seenDone = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const subscription = liveQuery(() => look(userId)).subscribe({
    next: ({ entries, hasKey }) => {
      noteWaiting(userId, { kinds: entries.filter(isUnsent).map(({ kind }) => kind), hasKey })
      useOutboxStore.setState({ entries: entries.flatMap(viewOf) })
      if (entries.some(isUnsent)) void askToKeepStorage()
      const done = entries.filter((entry) => entry.state === 'done' && !seenDone.has(entry.id))
      for (const entry of done) seenDone.add(entry.id)
      if (done.length > 0) refetchAfterWrite()
      // An entry of an earlier run: no code in this tab waits for it.
      if (globalThis.document?.visibilityState === 'visible') {
        for (const entry of entries.filter(waitsForProof)) void confirmOnce(entry)
      }
      clearTimeout(timer)
      timer = scheduleNext(entries)
    },
    error: () => useOutboxStore.setState({ entries: [] }),
  })
  const stops = [
    () => subscription.unsubscribe(),
    // A broken attempt reports that the server is unreachable, and the next request that it is
    // reachable: this must not retry the attempt at once.
    onChance(
      () => flush(true),
      () => flush('untried'),
    ),
    useSessionStore.subscribe((now, before) => {
      if (mustChangePassword(before) && !mustChangePassword(now)) flush(true)
    }),
  ]
  flush(true)
  // Load this now: at the first submission the network may be down, and the code not precached yet.
  void import('./store.ts').catch(() => undefined)

  return () => {
    for (const stop of stops) stop()
    clearTimeout(timer)
    useOutboxStore.setState({ entries: [] })
  }
}

async function look(userId: string) {
  const [entries, key] = await Promise.all([listEntries(userId), findUserKey(userId)])
  return { entries, hasKey: key !== undefined }
}

/** Before that the server refuses everything else. */
function mustChangePassword({ user }: SessionState): boolean {
  return user?.mustChangePassword === true
}

/** The sender may have been in a tab that closed, so another attempt is made soon. */
const LOOK_AGAIN_MS = 1_000

function scheduleNext(entries: readonly OutboxEntry[]): ReturnType<typeof setTimeout> | undefined {
  const dueAtMs = nextTryAtMs(entries)
  if (dueAtMs === undefined) return undefined
  return setTimeout(() => flush(false), Math.max(LOOK_AGAIN_MS, dueAtMs - Date.now()))
}

function flush(eager: Eagerness): void {
  // Failures are recorded in the entries and retried.
  void flushOutbox(eager).catch(() => undefined)
}

function viewOf(entry: OutboxEntry): OutboxView[] {
  const { id, kind, series, params, body, state, tries, failure, createdAtMs } = entry
  if (state === 'done') return []
  return [{ id, kind, series, params, body, state, tries, failure, createdAtMs }]
}
