import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import {
  listSavedAddresses,
  removeSavedAddress,
  renameSavedAddress,
  saveAddress,
} from '#shared/contract/saved-addresses.ts'

/** The own address book, kept on the device for a withdrawal without a network. */
export function useSavedAddresses() {
  return useQueryFor(listSavedAddresses, {})
}

export function useSaveAddress() {
  return useSubmit(saveAddress)
}

export function useRenameSavedAddress() {
  return useSubmit(renameSavedAddress)
}

export function useRemoveSavedAddress() {
  return useSubmit(removeSavedAddress)
}

/** Addresses that the server has not taken yet. */
export function useUnsentAddresses() {
  return useOutbox(saveAddress)
}
