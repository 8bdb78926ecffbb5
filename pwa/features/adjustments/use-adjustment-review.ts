import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { listWaitingAdjustments, reviewAdjustment } from '#shared/contract/adjustments.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000

export function useWaitingAdjustments() {
  return useQueryFor(listWaitingAdjustments, {}, { pollMs: POLL_MS })
}

export function useReviewAdjustment() {
  return useSubmit(reviewAdjustment)
}
