import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { listWaitingAdjustments } from '#shared/contract/adjustments.ts'

const POLL_MS = 10_000

/** Adjustments that wait for a second approval. */
export function useWaitingAdjustments() {
  return useQueryFor(listWaitingAdjustments, {}, { pollMs: POLL_MS })
}
