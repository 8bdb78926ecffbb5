import { usePagesFor, useQueryFor } from '#pwa/data/use-query-for.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { lastOfPage, REQUESTS_PAGE, type Requests, rowsOf } from '#pwa/reviews/request-pages.ts'
import type { SentDecision } from '#pwa/reviews/review-view.ts'
import { problemOfFailure } from '#pwa/ui/problem.ts'
import type { RequestStatus } from '#shared/contract/reviews.ts'
import {
  countWithdrawalsForReview,
  listWithdrawalsForReview,
  type ReviewedWithdrawal,
  reviewWithdrawal,
} from '#shared/contract/withdrawals.ts'
import { t } from '#shared/text/t.ts'

/** Source: docs/product.md, Withdrawals. */
const POLL_MS = 10_000

export function useWithdrawals(status: RequestStatus) {
  const query = { status, limit: REQUESTS_PAGE }
  const options = { pollMs: POLL_MS, nextOf: lastOfPage }
  return worded(rowsOf(usePagesFor(listWithdrawalsForReview, { query }, options)))
}

/** A failure in the words of this list where the server has none. */
function worded<T>({ error, ...requests }: Requests<T>): Requests<T> {
  const failed = { title: t('Error'), message: t('Failed to fetch withdraw requests') }
  return {
    ...requests,
    error: error && { ...error, message: problemOfFailure(error, failed).message },
  }
}

export function useWithdrawalCounts() {
  return useQueryFor(countWithdrawalsForReview, {}, { pollMs: POLL_MS })
}

export function useReviewWithdrawal() {
  const { submit } = useSubmit(reviewWithdrawal)
  return ({ subject, act: action, draft, takesEffect }: SentDecision<ReviewedWithdrawal>) => {
    const { notes, reason: rejectionReason, requiresReverification, file } = draft
    const adminNotes = notes.trim() === '' ? undefined : notes
    const requireReverification = requiresReverification ? 'true' : 'false'
    const rejection = { rejectionReason, requireReverification } as const
    const sends = action === 'approve' && takesEffect === true
    return submit({
      params: { id: subject.id },
      body: { action, adminNotes, takesEffect, ...(action === 'reject' ? rejection : {}) },
      files: sends && file ? { screenshot: file } : {},
    })
  }
}
