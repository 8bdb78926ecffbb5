import { useOwn } from '#pwa/hooks/use-own.ts'
import { readVerification } from '#shared/contract/kyc.ts'

export function useVerification() {
  return useOwn(readVerification, (userId) => ({ params: { userId } }))
}
