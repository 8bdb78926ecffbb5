import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { getPriceStatus } from '#shared/contract/prices.ts'

/** Where the prices come from: the market, a simulation or a recording. */
export function usePriceOrigin() {
  return useQueryFor(getPriceStatus, {}).data?.origin
}
