import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useOwn } from '#pwa/hooks/use-own.ts'
import { cancelTrade, listTrades } from '#shared/contract/spot-orders.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = { current: 5_000, history: 10_000 } as const

/** The own spot orders, newest first. */
export function useSpotOrders(state: 'current' | 'history', showArchived = false) {
  const query = showArchived ? ({ state, archived: 'true' } as const) : { state }
  const pollMs = POLL_MS[state]
  return useOwn(listTrades, (userId) => ({ params: { userId }, query }), { pollMs })
}

/** Ids of the orders whose cancellation is on its way. */
export function useUnsentCancellations(): ReadonlySet<string> {
  const rows = useOutbox(cancelTrade)
  return new Set(rows.filter(({ state }) => state !== 'refused').map(({ params }) => params.id))
}
