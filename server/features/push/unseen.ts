import type { Features } from '#server/feature.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { countUnanswered } from '#server/queries/conversations.ts'
import { countNewResults } from '#server/queries/new-results.ts'
import { countWaitingReviews } from '#server/queries/waiting-reviews.ts'
import type { Subscriber } from './subscriptions.ts'

/**
 * The number on the app icon: results that the user has not seen, and for staff the waiting
 * requests and the chats that wait for an answer. While the app is open, it computes the same
 * number.
 *
 * Source: docs/product.md, Notifications
 */
export async function countUnseen(
  db: Queryable,
  { results, reviews }: Pick<Features, 'results' | 'reviews'>,
  { userId, userNo, isStaff }: Subscriber,
  nowMs: number,
): Promise<number> {
  const news = await countNewResults(db, results, { userId, owner: BigInt(userNo), nowMs })
  const own = sumOf(news.map(({ count }) => count))
  if (!isStaff) return own
  const requests = await countWaitingReviews(
    db,
    reviews.map(({ kind }) => kind),
  )
  return own + sumOf(Object.values(requests)) + (await countUnanswered(db))
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
