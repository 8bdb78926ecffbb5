import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { OWN_PAGE, useOwnPages } from '#pwa/hooks/use-own.ts'
import { applyForLoan, listLoans, submitLoan } from '#shared/contract/loans.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 60_000

export function useLoans() {
  const query = { limit: OWN_PAGE }
  return useOwnPages(listLoans, (userId) => ({ params: { userId }, query }), { pollMs: POLL_MS })
}

export function useUnsentLoans() {
  const quick = useOutbox(submitLoan)
  const full = useOutbox(applyForLoan)
  return [...quick, ...full]
}
