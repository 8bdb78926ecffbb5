import type { Features } from '#server/feature.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { countNew } from '#server/projections/own-documents.ts'
import { countWaitingReviews } from '#server/projections/waiting-reviews.ts'
import type { Subscriber } from './subscriptions.ts'

/**
 * What the app's icon counts: results that the user has not acknowledged, and for staff the requests
 * that wait. The app itself counts the same while it is open.
 *
 * Source: docs/product.md, Notifications
 */
export async function countUnseen(
  db: Queryable,
  { transactions, reviews }: Pick<Features, 'transactions' | 'reviews'>,
  { userNo, isStaff }: Pick<Subscriber, 'userNo' | 'isStaff'>,
): Promise<number> {
  const kinds = (sources: readonly { readonly kind: string }[]) => sources.map(({ kind }) => kind)
  const results = await countNew(db, BigInt(userNo), kinds(transactions))
  if (!isStaff) return results
  const waiting = Object.values(await countWaitingReviews(db, kinds(reviews)))
  return waiting.reduce((sum, count) => sum + count, results)
}
