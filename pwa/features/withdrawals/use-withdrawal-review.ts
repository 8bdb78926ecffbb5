import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import {
  countWithdrawalsForReview,
  listWithdrawalsForReview,
  reviewWithdrawal,
} from '#shared/contract/withdrawals.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000

export function useWithdrawalsForReview(status: 'pending' | 'approved' | 'rejected') {
  return useQueryFor(listWithdrawalsForReview, { query: { status } }, { pollMs: POLL_MS })
}

export function useWithdrawalCounts() {
  return useQueryFor(countWithdrawalsForReview, {}, { pollMs: POLL_MS })
}

export function useReviewWithdrawal() {
  return useSubmit(reviewWithdrawal)
}
