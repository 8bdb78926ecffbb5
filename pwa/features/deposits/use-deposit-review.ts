import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import {
  countDepositsForReview,
  listDepositsForReview,
  reviewDeposit,
} from '#shared/contract/deposits.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000

export function useDepositsForReview(status: 'pending' | 'approved' | 'rejected') {
  return useQueryFor(listDepositsForReview, { query: { status } }, { pollMs: POLL_MS })
}

export function useDepositCounts() {
  return useQueryFor(countDepositsForReview, {}, { pollMs: POLL_MS })
}

export function useReviewDeposit() {
  return useSubmit(reviewDeposit)
}
