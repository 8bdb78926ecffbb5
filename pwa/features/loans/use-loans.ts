import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { applyForLoan, listLoans, submitLoan } from '#shared/contract/loans.ts'

/** Links to the own documents live for four minutes and more. */
const POLL_MS = 60_000

/** The own loans and applications, newest first. */
export function useLoans() {
  const { user } = useSession()
  return useQueryFor(
    listLoans,
    { params: { userId: user?.userId ?? '' }, query: {} },
    { pollMs: POLL_MS, isEnabled: user !== undefined },
  )
}

/** Applications of both forms that the server has not taken yet. */
export function useUnsentLoans() {
  const quick = useOutbox(submitLoan)
  const full = useOutbox(applyForLoan)
  return [...quick, ...full]
}
