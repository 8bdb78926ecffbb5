import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { listDepositAddresses } from '#shared/contract/deposit-addresses.ts'

/** The active deposit addresses, kept on the device for a look without a network. */
export function useDepositAddresses() {
  return useQueryFor(listDepositAddresses, {})
}
