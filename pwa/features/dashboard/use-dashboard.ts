import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useSubmit } from '#pwa/features/outbox/use-submit.ts'
import { readAdminStats } from '#shared/contract/dashboard.ts'
import {
  approveOrder,
  listAllOrders,
  listPendingOrders,
  rejectOrder,
} from '#shared/contract/spot-orders.ts'

/** Source: spec 2 §9 polling. */
const STATS_POLL_MS = 30_000
const PENDING_POLL_MS = 5_000
const HISTORY_POLL_MS = 10_000
const HISTORY_ROWS = 100

export function useAdminStats() {
  return useQueryFor(readAdminStats, {}, { pollMs: STATS_POLL_MS })
}

export function usePendingOrders() {
  return useQueryFor(listPendingOrders, {}, { pollMs: PENDING_POLL_MS })
}

export function useAllOrders() {
  return useQueryFor(listAllOrders, { query: { limit: HISTORY_ROWS } }, { pollMs: HISTORY_POLL_MS })
}

export function useReviewOrder() {
  const approve = useSubmit(approveOrder)
  const reject = useSubmit(rejectOrder)
  return {
    isSubmitting: approve.isSubmitting || reject.isSubmitting,
    approve: (id: string) => approve.submit({ params: { id } }),
    reject: (id: string, reason: string) =>
      reject.submit({ params: { id }, body: reason.trim() === '' ? {} : { reason } }),
  }
}
