import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { openStake } from '#shared/contract/staking.ts'

/** Stakes that the server has not taken yet. */
export function useUnsentStakes() {
  return useOutbox(openStake)
}
