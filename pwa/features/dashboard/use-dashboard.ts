import { usePagesFor, useQueryFor } from '#pwa/data/use-query-for.ts'
import { afterFullPage } from '#pwa/hooks/paging.ts'
import { readAdminStats } from '#shared/contract/dashboard.ts'
import { listAllFutures } from '#shared/contract/futures.ts'
import { listAllOrders } from '#shared/contract/spot-orders.ts'

/** Source: docs/product.md, Live updates. */
const STATS_POLL_MS = 30_000
const HISTORY_POLL_MS = 10_000
const HISTORY_ROWS = 50
const PAGE = { query: { limit: HISTORY_ROWS } }
const PAGING = { pollMs: HISTORY_POLL_MS, nextOf: afterFullPage(HISTORY_ROWS) }

export function useAdminStats() {
  return useQueryFor(readAdminStats, {}, { pollMs: STATS_POLL_MS })
}

export function useSpotHistory(search: string) {
  const found = search === '' ? {} : { search }
  const query = { limit: HISTORY_ROWS, market: 'spot', ...found } as const
  return usePagesFor(listAllOrders, { query }, PAGING)
}

export function useAllFutures() {
  return usePagesFor(listAllFutures, PAGE, PAGING)
}
