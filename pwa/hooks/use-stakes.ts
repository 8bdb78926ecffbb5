import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { listStakes } from '#shared/contract/staking.ts'
import { useSession } from './use-session.ts'

/** The user's staking positions, newest first. */
export function useStakes() {
  const { user } = useSession()
  return useQueryFor(
    listStakes,
    { params: { userId: user?.userId ?? '' }, query: {} },
    { pollMs: POLL_MS, isEnabled: user !== undefined },
  )
}

const POLL_MS = 10_000
