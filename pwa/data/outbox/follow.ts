import { liveQuery } from 'dexie'
import type { ApiFailure } from '../api-error.ts'
import type { OutboxEntry } from './entry.ts'
import { findEntry } from './queue.ts'

export type Outcome =
  | { readonly state: 'done'; readonly answer: unknown }
  | { readonly state: 'refused'; readonly failure: ApiFailure }
  | { readonly state: 'cancelled' }

export type News = Outcome | { readonly state: 'waiting' }

/** After this long a form stops waiting; the entry does not. */
const PATIENCE_MS = 10_000

/**
 * Follows a stored entry: `news` is the first thing worth telling the person, `outcome` the last,
 * however long that takes. Both hold in this tab only; the entry itself outlives it.
 */
export function follow(id: string): { news: Promise<News>; outcome: Promise<Outcome> } {
  const news = Promise.withResolvers<News>()
  const outcome = Promise.withResolvers<Outcome>()
  const timer = setTimeout(() => news.resolve({ state: 'waiting' }), PATIENCE_MS)
  const subscription = liveQuery(() => findEntry(id)).subscribe((entry) => {
    const told = newsOf(entry)
    if (!told) return
    clearTimeout(timer)
    news.resolve(told)
    if (told.state === 'waiting') return
    outcome.resolve(told)
    subscription.unsubscribe()
  })
  return { news: news.promise, outcome: outcome.promise }
}

function newsOf(entry: OutboxEntry | undefined): News | undefined {
  if (!entry) return { state: 'cancelled' }
  if (entry.state === 'done') return { state: 'done', answer: entry.answer }
  if (entry.state === 'refused' && entry.failure) {
    return { state: 'refused', failure: entry.failure }
  }
  return entry.state !== 'sending' && entry.failure ? { state: 'waiting' } : undefined
}
