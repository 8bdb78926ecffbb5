import { Badge } from '#pwa/ui/badge.tsx'
import { ORIGIN_BADGES } from '#shared/rules/prices.ts'
import { usePriceOrigin } from './use-price-origin.ts'

/** Prices that are not the market's are called so on every screen, all the time. */
export function PriceOriginBadge() {
  const origin = usePriceOrigin()
  if (origin === undefined || origin === 'live') return null
  return <Badge tone="warn">{ORIGIN_BADGES[origin]}</Badge>
}
