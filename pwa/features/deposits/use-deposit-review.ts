import { usePagesFor, useQueryFor } from '#pwa/data/use-query-for.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { lastOfPage, REQUESTS_PAGE, rowsOf } from '#pwa/reviews/request-pages.ts'
import type { SentDecision } from '#pwa/reviews/review-view.ts'
import {
  countDepositsForReview,
  listDepositsForReview,
  type ReviewedDeposit,
  reviewDeposit,
} from '#shared/contract/deposits.ts'
import type { RequestStatus } from '#shared/contract/reviews.ts'

/** Source: docs/product.md, Deposits. */
const POLL_MS = 10_000

export function useDeposits(status: RequestStatus) {
  const query = { status, limit: REQUESTS_PAGE }
  return rowsOf(
    usePagesFor(listDepositsForReview, { query }, { pollMs: POLL_MS, nextOf: lastOfPage }),
  )
}

export function useDepositCounts() {
  return useQueryFor(countDepositsForReview, {}, { pollMs: POLL_MS })
}

export function useReviewDeposit() {
  const { submit } = useSubmit(reviewDeposit)
  return ({ subject, act: action, draft, takesEffect }: SentDecision<ReviewedDeposit>) => {
    const { notes, reason: rejectionReason, requiresReverification } = draft
    const adminNotes = notes.trim() === '' ? undefined : notes
    const rejection = { rejectionReason, requireReverification: requiresReverification }
    return submit({
      params: { id: subject.id },
      body: { action, adminNotes, takesEffect, ...(action === 'reject' ? rejection : {}) },
    })
  }
}
