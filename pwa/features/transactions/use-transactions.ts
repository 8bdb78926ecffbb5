import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { listTransactions } from '#shared/contract/transactions.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000

/** Deposits and withdrawals of the signed-in person, newest first. */
export function useTransactions({ showArchived }: { readonly showArchived: boolean }) {
  const { user } = useSession()
  return useQueryFor(
    listTransactions,
    {
      params: { userId: user?.userId ?? '' },
      query: showArchived ? { archived: 'true' } : {},
    },
    { pollMs: POLL_MS, isEnabled: user !== undefined },
  )
}

/** How many results of requests wait for an OK. */
export function useUnreadCount(): number {
  const { data } = useTransactions({ showArchived: false })
  return data?.filter((entry) => entry.isNew).length ?? 0
}
