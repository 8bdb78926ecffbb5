import { useOwn } from '#pwa/hooks/use-own.ts'
import { listTransactions } from '#shared/contract/transactions.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000

export function useTransactions({ showArchived }: { readonly showArchived: boolean }) {
  const query = showArchived ? ({ archived: 'true' } as const) : {}
  return useOwn(listTransactions, (userId) => ({ params: { userId }, query }), { pollMs: POLL_MS })
}

/** How many results of requests wait for an OK. */
export function useUnreadCount(): number {
  const { data } = useTransactions({ showArchived: false })
  return data?.filter((entry) => entry.isNew).length ?? 0
}
