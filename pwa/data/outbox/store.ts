import { onceSaved } from '../background-sync.ts'
import { follow, type News, type Outcome } from './follow.ts'
import { dismissEntry, enqueue, type NewEntry } from './queue.ts'
import { flushOutbox } from './sender.ts'

/** Stores a submission and sets the sender going. */
export async function store(entry: NewEntry): Promise<{
  id: string
  news: Promise<News>
  outcome: Promise<Outcome>
  dismiss: () => Promise<void>
}> {
  await enqueue(entry)
  onceSaved()
  void flushOutbox(true).catch(() => undefined)
  return { id: entry.id, ...follow(entry.id), dismiss: () => dismissEntry(entry.id) }
}
