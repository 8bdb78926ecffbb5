import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { listWaitingAdjustments } from '#shared/contract/adjustments.ts'
import { listPendingOrders } from '#shared/contract/spot-orders.ts'

/** Spot orders of every user that wait for a decision; or only those that the market has reached. */
export function usePendingOrders(show: 'all' | 'reached' = 'all') {
  const query = show === 'all' ? {} : ({ reached: 'true' } as const)
  return useQueryFor(listPendingOrders, { query }, { pollMs: 5_000 })
}

/** Adjustments that wait for a second approval. */
export function useWaitingAdjustments() {
  return useQueryFor(listWaitingAdjustments, {}, { pollMs: 10_000 })
}
