import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { listStakes, openStake } from '#shared/contract/staking.ts'

/** Source: spec 1 §9 refresh intervals. */
const POLL_MS = 10_000

/** The own staking positions, newest first. */
export function useStakes() {
  const { user } = useSession()
  return useQueryFor(
    listStakes,
    { params: { userId: user?.userId ?? '' }, query: {} },
    { pollMs: POLL_MS, isEnabled: user !== undefined },
  )
}

export function useOpenStake() {
  return useSubmit(openStake)
}

/** Stakes that the server has not taken yet. */
export function useUnsentStakes() {
  return useOutbox(openStake)
}
