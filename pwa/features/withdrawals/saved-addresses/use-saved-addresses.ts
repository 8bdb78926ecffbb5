import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { listSavedAddresses, saveAddress } from '#shared/contract/saved-addresses.ts'

/** The own address book, kept on the device for a withdrawal without a network. */
export function useSavedAddresses() {
  return useQueryFor(listSavedAddresses, {})
}

export function useSaveAddress() {
  return useSubmit(saveAddress)
}

/** Addresses that the server has not taken yet. */
export function useUnsentAddresses() {
  return useOutbox(saveAddress)
}
