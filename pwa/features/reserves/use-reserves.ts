import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import {
  addReserve,
  enterReserveBalance,
  readReserveMessage,
  readReserves,
  removeReserve,
} from '#shared/contract/reserves.ts'

export function useReserves() {
  return useQueryFor(readReserves, {})
}

/** The message to sign, once the address is complete. */
export function useReserveMessage(address: string) {
  return useQueryFor(readReserveMessage, { query: { address } }, { isEnabled: address !== '' })
}

export function useChangeReserves() {
  const { submit: add } = useSubmit(addReserve)
  const { submit: enterBalance } = useSubmit(enterReserveBalance)
  const { submit: remove, isSubmitting: isRemoving } = useSubmit(removeReserve)
  return { add, enterBalance, remove, isRemoving }
}
