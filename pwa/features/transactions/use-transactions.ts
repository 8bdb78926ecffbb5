import { OWN_PAGE, useOwn, useOwnPages } from '#pwa/hooks/use-own.ts'
import { countNewTransactions, listTransactions } from '#shared/contract/transactions.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000

/** Results that wait for an OK. */
export function useNewTransactions() {
  return useTransactions({ new: 'true' })
}

/** Everything else. */
export function useKnownTransactions({ showArchived }: { readonly showArchived: boolean }) {
  return useTransactions({ new: 'false', ...(showArchived ? { archived: 'true' } : {}) })
}

/** How many results wait for an OK. */
export function useUnreadCount(): number {
  const options = { pollMs: POLL_MS }
  return (
    useOwn(countNewTransactions, (userId) => ({ params: { userId } }), options).data?.count ?? 0
  )
}

function useTransactions(asked: { readonly new: 'true' | 'false'; readonly archived?: 'true' }) {
  const query = { ...asked, limit: OWN_PAGE }
  return useOwnPages(listTransactions, (userId) => ({ params: { userId }, query }), {
    pollMs: POLL_MS,
  })
}
