import { liveQuery } from 'dexie'
import type { ApiFailure } from '../api-error.ts'
import { confirmOnce, waitsForProof } from './confirm.ts'
import type { OutboxEntry } from './entry.ts'
import { newEntry } from './new-entry.ts'
import { dismissEntry, enqueue, findEntry } from './queue.ts'
import { flushOutbox } from './sender.ts'

type Outcome =
  | { readonly state: 'done'; readonly response: unknown }
  | { readonly state: 'refused'; readonly failure: ApiFailure }
  | { readonly state: 'cancelled' }

type News = Outcome | { readonly state: 'waiting'; readonly isProofMissing?: boolean }

/** Stores a submission and starts the sender. */
export async function store(...submission: Parameters<typeof newEntry>) {
  const id = await enqueue(newEntry(...submission))
  void flushOutbox(true).catch(() => undefined)
  return { id, isStored: true, ...followed(id), dismiss: () => dismissEntry(id) }
}

/** The submission is stored: a later failure must not look like a refusal. */
function followed(id: string): ReturnType<typeof follow> {
  try {
    return follow(id)
  } catch {
    return { news: Promise.resolve({ state: 'waiting' }), outcome: new Promise(() => {}) }
  }
}

/** After this time a form stops waiting; the entry is still sent. */
const PATIENCE_MS = 10_000

/**
 * Follows a stored entry: `news` is the first result to show, `outcome` the final one. Both end
 * with the tab, but the entry remains.
 */
function follow(id: string): { news: Promise<News>; outcome: Promise<Outcome> } {
  const news = Promise.withResolvers<News>()
  const outcome = Promise.withResolvers<Outcome>()
  const timer = setTimeout(() => news.resolve({ state: 'waiting' }), PATIENCE_MS)
  const subscription = liveQuery(() => findEntry(id)).subscribe((entry) => {
    if (entry && waitsForProof(entry)) {
      clearTimeout(timer)
      return void confirmOnce(entry).then(
        (isProved) => isProved || news.resolve({ state: 'waiting', isProofMissing: true }),
      )
    }
    const latest = newsOf(entry)
    if (!latest) return
    clearTimeout(timer)
    news.resolve(latest)
    if (latest.state === 'waiting') return
    outcome.resolve(latest)
    subscription.unsubscribe()
  })
  return { news: news.promise, outcome: outcome.promise }
}

function newsOf(entry: OutboxEntry | undefined): News | undefined {
  if (!entry) return { state: 'cancelled' }
  if (entry.state === 'done') return { state: 'done', response: entry.answer }
  if (entry.state === 'refused' && entry.failure) {
    return { state: 'refused', failure: entry.failure }
  }
  return entry.state !== 'sending' && entry.failure ? { state: 'waiting' } : undefined
}
