import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { listPendingOrders } from '#shared/contract/spot-orders.ts'

const POLL_MS = 5_000

/** Spot orders of every user that wait for a decision. */
export function usePendingOrders() {
  return useQueryFor(listPendingOrders, {}, { pollMs: POLL_MS })
}
