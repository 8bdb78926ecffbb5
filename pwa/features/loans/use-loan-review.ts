import { useState } from 'react'
import { usePagesFor, useQueryFor } from '#pwa/data/use-query-for.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { lastOfPage, REQUESTS_PAGE } from '#pwa/reviews/request-pages.ts'
import type { SentDecision } from '#pwa/reviews/review-view.ts'
import { readLoanDocumentPage } from '#shared/contract/loan-documents.ts'
import {
  countLoansForReview,
  listLoansForReview,
  type ReviewedLoan,
  readLoanForReview,
  reviewLoan,
} from '#shared/contract/loan-reviews.ts'
import type { ParamsOf } from '#shared/contract/route.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000

/** Applications of all users, newest first; while another search runs, the previous results. */
export function useLoansForReview(search: string) {
  const query = { limit: REQUESTS_PAGE, ...(search === '' ? {} : { search }) }
  const options = { pollMs: POLL_MS, nextOf: lastOfPage }
  const pages = usePagesFor(listLoansForReview, { query }, options)
  const { data, error } = pages
  const [shown, setShown] = useState<readonly (readonly ReviewedLoan[])[]>()
  if (data && data !== shown) setShown(data)
  return { ...pages, rows: (data ?? (error ? undefined : shown))?.flat() }
}

export function useLoanCounts() {
  return useQueryFor(countLoansForReview, {}, { pollMs: POLL_MS })
}

/** One application with its documents. */
export function useLoanForReview(id: string) {
  return useQueryFor(readLoanForReview, { params: { id } })
}

/** A page of a PDF, as an image. */
export function useDocumentPage(params: ParamsOf<typeof readLoanDocumentPage>) {
  return useQueryFor(readLoanDocumentPage, { params })
}

export function useReviewLoan() {
  const { submit } = useSubmit(reviewLoan)
  return ({ subject: { id }, act: action, draft, takesEffect }: SentDecision<ReviewedLoan>) =>
    submit({
      params: { id },
      body:
        action === 'approve'
          ? { action, takesEffect }
          : { action, rejectionReason: draft.reason.trim() },
    })
}
