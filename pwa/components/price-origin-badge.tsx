import { usePriceOrigin } from '#pwa/hooks/use-price-origin.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { ORIGIN_BADGES } from '#shared/rules/prices.ts'
import { t } from '#shared/text/t.ts'

/**
 * Prices that are not the market's are called so on every screen, all the time, and in each dialog
 * in which a price decides: it dims the screen behind it.
 */
export function PriceOriginBadge() {
  const origin = usePriceOrigin()
  if (origin === undefined || origin === 'live') return null
  return <Badge tone="warn">{t(ORIGIN_BADGES[origin])}</Badge>
}
