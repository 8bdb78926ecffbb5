import { hashKey, type Query } from '@tanstack/react-query'
import { db } from './db.ts'
import { queryClient } from './queries.ts'
import type { KeptAnswer } from './read-kept.ts'

/**
 * Live prices change four times a second; the disk hears of it now and then. What is new to it is
 * written at once: the page may be gone the next moment.
 */
const WRITE_EVERY_MS = 2_000
const KEPT_MS = 30 * 24 * 60 * 60_000

/** Writes new answers of this user to the disk until stopped. */
export function keepAnswers(userId: string): () => void {
  const changed = new Map<string, Query>()
  const written = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    for (const hash of changed.keys()) written.add(hash)
    const rows = [...changed.values()].map((query) => rowOf(userId, query))
    changed.clear()
    // A full disk costs the next cold start its rows, never the running screen.
    if (rows.length > 0) void db.kept.bulkPut(rows).catch(() => undefined)
  }
  const note = (query: Query) => {
    if (query.state.status !== 'success' || !query.meta?.isKept) return
    changed.set(query.queryHash, query)
    if (!written.has(query.queryHash)) write()
    else timer ??= setTimeout(write, WRITE_EVERY_MS)
  }
  const cache = queryClient.getQueryCache()
  const unsubscribe = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') note(event.query)
  })
  // Answers that were faster than the way here.
  for (const query of cache.getAll()) note(query)
  const onHide = () => {
    if (document.visibilityState === 'hidden') write()
  }
  globalThis.document?.addEventListener('visibilitychange', onHide)
  return () => {
    unsubscribe()
    clearTimeout(timer)
    globalThis.document?.removeEventListener('visibilitychange', onHide)
  }
}

/** Signing in deletes what other users left on this device, and old rows. */
export async function forgetOtherAnswers(userId: string): Promise<void> {
  const before = Date.now() - KEPT_MS
  await db.kept.filter((kept) => kept.userId !== userId || kept.updatedAtMs < before).delete()
}

function rowOf(userId: string, query: Query): KeptAnswer {
  return {
    userId,
    hash: hashKey(query.queryKey),
    queryKey: query.queryKey,
    data: query.state.data,
    updatedAtMs: query.state.dataUpdatedAt,
  }
}
