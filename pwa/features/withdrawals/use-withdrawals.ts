import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { listSavedAddresses } from '#shared/contract/saved-addresses.ts'
import {
  cancelWithdrawal,
  listOwnWithdrawals,
  readWithdrawalTerms,
} from '#shared/contract/withdrawals.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000

export function usePendingWithdrawals() {
  const { data, ...query } = useQueryFor(listOwnWithdrawals, { query: {} }, { pollMs: POLL_MS })
  return { ...query, data: data?.filter(({ status }) => status === 'pending') }
}

/** Whether withdrawals are on hold. */
export function useWithdrawalTerms() {
  return useQueryFor(readWithdrawalTerms, {}, { pollMs: POLL_MS })
}

/** Ids of the requests whose cancellation is on its way. */
export function useUnsentWithdrawalCancellations(): ReadonlySet<string> {
  const rows = useOutbox(cancelWithdrawal)
  return new Set(rows.filter(({ state }) => state !== 'refused').map(({ params }) => params.id))
}

/** The own address book, kept on the device for a withdrawal without a network. */
export function useSavedAddresses() {
  return useQueryFor(listSavedAddresses, {})
}
