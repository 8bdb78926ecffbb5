import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { openStake } from '#shared/contract/staking.ts'

export function useOpenStake() {
  return useSubmit(openStake)
}

/** Stakes that the server has not taken yet. */
export function useUnsentStakes() {
  return useOutbox(openStake)
}
