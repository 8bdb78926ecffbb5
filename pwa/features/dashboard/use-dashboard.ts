import { usePagesFor, useQueryFor } from '#pwa/data/use-query-for.ts'
import { afterFullPage } from '#pwa/hooks/paging.ts'
import { readAdminStats } from '#shared/contract/dashboard.ts'
import { type AdminOrder, listAllOrders, type OrderStatus } from '#shared/contract/spot-orders.ts'

/** Source: docs/product.md, Live updates. */
const STATS_POLL_MS = 30_000
const HISTORY_POLL_MS = 10_000
const HISTORY_ROWS = 50
const PAGING = { pollMs: HISTORY_POLL_MS, nextOf: afterFullPage(HISTORY_ROWS) }

export function useAdminStats() {
  return useQueryFor(readAdminStats, {}, { pollMs: STATS_POLL_MS })
}

export interface OrderFilter {
  readonly market: AdminOrder['market']
  readonly search: string
  /** undefined: any. */
  readonly status: OrderStatus | undefined
}

export function useOrderHistory({ market, search, status }: OrderFilter) {
  const query = {
    limit: HISTORY_ROWS,
    market,
    ...(search === '' ? {} : { search }),
    ...(status ? { status } : {}),
  }
  return usePagesFor(listAllOrders, { query }, PAGING)
}
