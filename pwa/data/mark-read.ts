import { listNewResults } from '#shared/contract/results.ts'
import { acknowledgeTransaction } from '#shared/contract/transactions.ts'
import { call } from './api-client.ts'
import { showBadge } from './app-badge.ts'
import { db } from './db.ts'
import { newKey } from './new-key.ts'
import { newEntry } from './outbox/new-entry.ts'
import { enqueue } from './outbox/queue.ts'
import { flushOutbox } from './outbox/sender.ts'

/** A result that its owner acknowledges: a deposit or withdrawal. */
export interface Result {
  readonly type: string
  readonly id: string
}

/** Acknowledges a result from its notification; without a connection it waits in the outbox. */
export async function markRead(result: Result): Promise<void> {
  const userId = (await db.facts.get('active-user'))?.value
  if (!userId) return
  const body = { ...result, is_new: false } as const
  await enqueue(newEntry(acknowledgeTransaction, { body }, { id: newKey(), userId }))
  if ((await flushOutbox(true)) > 0) return
  const { results } = await call(listNewResults, { params: { userId } })
  await showBadge(results.reduce((sum, { count }) => sum + count, 0))
}
