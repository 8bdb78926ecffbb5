import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { listSavedAddresses } from '#shared/contract/saved-addresses.ts'

/** The own address book, kept on the device for a withdrawal without a network. */
export function useSavedAddresses() {
  return useQueryFor(listSavedAddresses, {})
}
