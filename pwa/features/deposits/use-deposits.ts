import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { listDepositAddresses } from '#shared/contract/deposit-addresses.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'

/** The active deposit addresses, kept on the device for a look without a network. */
export function useDepositAddresses() {
  return useQueryFor(listDepositAddresses, {})
}

/** Deposits that the server has not taken yet. */
export function useUnsentDeposits() {
  return useOutbox(submitDeposit)
}
