import { usePriceOrigin } from '#pwa/hooks/use-price-origin.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { ORIGIN_BADGES } from '#shared/rules/prices.ts'
import { t } from '#shared/text/t.ts'

/**
 * Prices that are not from the market are labelled on every screen at all times, and also in each
 * dialog in which a price decides, because the dialog dims the screen behind it.
 */
export function PriceOriginBadge() {
  const origin = usePriceOrigin()
  if (origin === undefined || origin === 'live') return null
  return <Badge tone="warn">{t(ORIGIN_BADGES[origin])}</Badge>
}
