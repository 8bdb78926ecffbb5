import { useFallbackPolling } from '#pwa/data/fallback-polling.ts'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import {
  addDepositAddress,
  changeDepositAddress,
  depositAddressHistory,
  listDepositAddressesForStaff,
  setDepositAddressActive,
} from '#shared/contract/deposit-addresses.ts'
import type { DepositNetwork, DepositSymbol } from '#shared/rules/deposits.ts'

export function useManagedAddresses() {
  return useQueryFor(listDepositAddressesForStaff, {}, useFallbackPolling())
}

export function useAddressHistory(symbol: DepositSymbol, network: DepositNetwork) {
  return useQueryFor(depositAddressHistory, {
    params: { assetSymbol: symbol },
    query: { network },
  })
}

export function useChangeAddresses() {
  const add = useSubmit(addDepositAddress)
  const change = useSubmit(changeDepositAddress)
  const switchActive = useSubmit(setDepositAddressActive)
  return {
    isSubmitting: add.isSubmitting || change.isSubmitting || switchActive.isSubmitting,
    add: (symbol: DepositSymbol, network: DepositNetwork, address: string) =>
      add.submit({ body: { symbol, network, address } }),
    change: (assetSymbol: DepositSymbol, network: DepositNetwork, address: string) =>
      change.submit({ params: { assetSymbol }, body: { network, address } }),
    setActive: (assetSymbol: DepositSymbol, network: DepositNetwork, isActive: boolean) =>
      switchActive.submit({ params: { assetSymbol }, body: { network, isActive } }),
  }
}
