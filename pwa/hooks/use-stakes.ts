import { listStakes } from '#shared/contract/staking.ts'
import { useOwn } from './use-own.ts'

const POLL_MS = 10_000

/** The user's staking positions, newest first. */
export function useStakes() {
  return useOwn(listStakes, (userId) => ({ params: { userId }, query: {} }), { pollMs: POLL_MS })
}
