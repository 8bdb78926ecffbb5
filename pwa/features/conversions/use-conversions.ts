import { useOwn } from '#pwa/hooks/use-own.ts'
import { usePrices } from '#pwa/hooks/use-prices.ts'
import { isStablecoin } from '#shared/assets.ts'
import { listConversions } from '#shared/contract/conversions.ts'

/** As the other lists of what moved a balance. */
const POLL_MS = 10_000

/** The own conversions, newest first. */
export function useConversions() {
  return useOwn(listConversions, (userId) => ({ params: { userId }, query: {} }), {
    pollMs: POLL_MS,
  })
}

/** Fresh prices of everything that can be converted, stablecoins among it. */
export function useConversionPrices() {
  const { priceOf } = usePrices()
  return (symbol: string) => (isStablecoin(symbol) ? '1' : priceOf(symbol))
}
