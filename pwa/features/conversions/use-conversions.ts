import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { usePrices } from '#pwa/hooks/use-prices.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { isStablecoin } from '#shared/assets.ts'
import { listConversions } from '#shared/contract/conversions.ts'

/** As the other lists of what moved a balance. */
const POLL_MS = 10_000

/** The own conversions, newest first. */
export function useConversions() {
  const { user } = useSession()
  return useQueryFor(
    listConversions,
    { params: { userId: user?.userId ?? '' }, query: {} },
    { pollMs: POLL_MS, isEnabled: user !== undefined },
  )
}

/** Fresh prices of everything that can be converted, stablecoins among it. */
export function useConversionPrices() {
  const { priceOf } = usePrices()
  return (symbol: string) => (isStablecoin(symbol) ? '1' : priceOf(symbol))
}
