import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useOwnUser } from '#pwa/hooks/use-own-user.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { readVerification, submitKyc } from '#shared/contract/kyc.ts'

/** How the own verification stands. */
export function useVerification() {
  const { user } = useSession()
  return useQueryFor(
    readVerification,
    { params: { userId: user?.userId ?? '' } },
    { isEnabled: user !== undefined },
  )
}

/** The status alone, from what is known of the account anyway; undefined until that is. */
export function useKycStatus() {
  return useOwnUser().data?.kyc_status
}

/** Submissions that the server has not taken yet. */
export function useUnsentKyc() {
  return useOutbox(submitKyc)
}
