import type { Query } from '@tanstack/react-query'
import { DAY_MS } from '#shared/time.ts'
import { db } from './db.ts'
import { PRICES_TOPIC, queryClient } from './queries.ts'
import type { KeptResponse } from './read-kept.ts'

/**
 * Live prices change four times a second, so their updates are written in batches. Every other
 * response is written when it is shown, because the page may close at any time.
 */
const WRITE_EVERY_MS = 2_000
const KEPT_MS = 30 * DAY_MS

/** Writes this user's responses to disk until stopped. */
export function keepResponses(userId: string): () => void {
  const changed = new Map<string, Query>()
  const written = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    for (const hash of changed.keys()) written.add(hash)
    const rows = [...changed.values()].map((query) => rowOf(userId, query))
    changed.clear()
    // If the disk is full, the next offline start shows fewer rows; nothing else fails.
    if (rows.length > 0) void db.kept.bulkPut(rows).catch(() => undefined)
  }
  const note = (query: Query) => {
    if (query.state.status !== 'success' || !query.meta?.isKept) return
    changed.set(query.queryHash, query)
    const isBatched = query.queryKey[0] === PRICES_TOPIC && written.has(query.queryHash)
    if (isBatched) timer ??= setTimeout(write, WRITE_EVERY_MS)
    else write()
  }
  const cache = queryClient.getQueryCache()
  const unsubscribe = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') note(event.query)
  })
  // Answers that arrived before this subscription.
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

/** Deletes old rows, and those of other users of this device. */
export async function forgetOtherResponses(userId: string): Promise<void> {
  const before = Date.now() - KEPT_MS
  await db.kept.filter((kept) => kept.userId !== userId || kept.updatedAtMs < before).delete()
}

function rowOf(userId: string, query: Query): KeptResponse {
  return {
    userId,
    hash: query.queryHash,
    queryKey: query.queryKey,
    data: query.state.data,
    updatedAtMs: query.state.dataUpdatedAt,
  }
}
