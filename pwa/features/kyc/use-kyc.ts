import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useOwn, useOwnUser } from '#pwa/hooks/use-own.ts'
import { readVerification, submitKyc } from '#shared/contract/kyc.ts'

export function useVerification() {
  return useOwn(readVerification, (userId) => ({ params: { userId } }))
}

/** The status alone, from what is known of the account anyway; undefined until that is. */
export function useKycStatus() {
  return useOwnUser().data?.kyc_status
}

/** Submissions that the server has not taken yet. */
export function useUnsentKyc() {
  return useOutbox(submitKyc)
}
