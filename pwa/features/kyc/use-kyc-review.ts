import { usePagesFor } from '#pwa/data/use-pages-for.ts'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import {
  countKycRequests,
  type KycReviewStatus,
  listKycRequests,
  readKycRequest,
  revealKyc,
  reviewKyc,
} from '#shared/contract/kyc.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000
/** Links to images live for four minutes and more. */
const LINKS_MS = 3 * 60_000
const PAGE = 20

/** Verifications of one status, page by page; news arrives over the live channel. */
export function useKycRequests(status: KycReviewStatus) {
  return usePagesFor(
    listKycRequests,
    { query: { status, limit: PAGE } },
    { nextOf: (page) => (page.length < PAGE ? null : (page.at(-1)?.id ?? null)) },
  )
}

export function useKycCounts() {
  return useQueryFor(countKycRequests, {}, { pollMs: POLL_MS })
}

/** One verification, with links to its images that work. */
export function useKycRequest(id: string) {
  return useQueryFor(readKycRequest, { params: { id } }, { pollMs: LINKS_MS })
}

export function useReviewKyc() {
  return useSubmit(reviewKyc)
}

export function useRevealKyc() {
  return useSubmit(revealKyc)
}
