import { usePagesFor } from '#pwa/data/use-query-for.ts'
import { listWaitingAdjustments } from '#shared/contract/adjustments.ts'
import { listPendingOrders } from '#shared/contract/spot-orders.ts'
import { afterFullPage } from './paging.ts'

const PAGE = 50

/** Spot orders of every user that wait for a decision; or only those that the market has reached. */
export function usePendingOrders(show: 'all' | 'reached' = 'all') {
  const query = { limit: PAGE, ...(show === 'all' ? {} : { reached: 'true' as const }) }
  const options = { pollMs: 5_000, nextOf: afterFullPage(PAGE) }
  const pages = usePagesFor(listPendingOrders, { query }, options)
  return { ...pages, data: pages.data?.flat() }
}

/** Adjustments that wait for a second approval. */
export function useWaitingAdjustments() {
  const query = { limit: PAGE }
  const pages = usePagesFor(
    listWaitingAdjustments,
    { query },
    {
      pollMs: 10_000,
      nextOf: (page) => (page.length < PAGE ? null : (page.at(-1)?.user.id ?? null)),
    },
  )
  return { ...pages, data: pages.data?.flat() }
}

/** The one of a user. */
export function useWaitingAdjustmentOf(userId: string) {
  const options = { pollMs: 10_000, nextOf: () => null }
  const pages = usePagesFor(listWaitingAdjustments, { query: { of: userId } }, options)
  return pages.data?.[0]?.[0]
}
