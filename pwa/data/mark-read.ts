import { listNewResults } from '#shared/contract/results.ts'
import { summariseWaiting } from '#shared/contract/review-desk.ts'
import { supportStats } from '#shared/contract/support.ts'
import { acknowledgeTransaction } from '#shared/contract/transactions.ts'
import { may } from '#shared/rules/permissions.ts'
import { unansweredOf } from '#shared/rules/support.ts'
import { validGrant } from './access-token.ts'
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
  await showBadge(await countUnseen(userId))
}

/** As the open app counts: new results and, for staff, waiting requests and chats. */
async function countUnseen(userId: string): Promise<number> {
  const { results } = await call(listNewResults, { params: { userId } })
  const { role } = (await validGrant()).user
  const requests = may(role, 'reviews.read') ? await call(summariseWaiting, {}) : {}
  const chats = may(role, 'support.read') ? unansweredOf(await call(supportStats, {})) : 0
  return [...results, ...Object.values(requests)].reduce((sum, { count }) => sum + count, chats)
}
