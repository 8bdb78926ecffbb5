import { usePagesFor, useQueryFor } from '#pwa/data/use-query-for.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { lastOfPage, REQUESTS_PAGE, rowsOf } from '#pwa/reviews/request-pages.ts'
import type { Decision } from '#pwa/reviews/review-view.ts'
import {
  countKycRequests,
  type KycRequest,
  listKycRequests,
  readKycRequest,
  reviewKyc,
} from '#shared/contract/kyc.ts'
import type { RequestStatus } from '#shared/contract/reviews.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000

/** Verifications of one status, page by page; news arrives over the live channel. */
export function useKycRequests(status: RequestStatus) {
  const query = { status, limit: REQUESTS_PAGE }
  return rowsOf(usePagesFor(listKycRequests, { query }, { nextOf: lastOfPage }))
}

export function useKycCounts() {
  return useQueryFor(countKycRequests, {}, { pollMs: POLL_MS })
}

/** One verification. */
export function useKycRequest(id: string) {
  return useQueryFor(readKycRequest, { params: { id } })
}

export function useReviewKyc() {
  const { submit } = useSubmit(reviewKyc)
  return ({ subject: { id: kycId }, act, draft }: Decision<KycRequest>) =>
    submit({
      body:
        act === 'approve'
          ? { kycId, action: act }
          : { kycId, action: act, reason: draft.reason.trim() },
    })
}
