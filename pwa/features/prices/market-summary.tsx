import { usePrices } from '#pwa/hooks/use-prices.ts'
import { Card } from '#pwa/ui/card.tsx'
import { Stat } from '#pwa/ui/stat.tsx'
import { SUPPLY_AS_OF } from '#shared/assets.ts'
import { formatDay, formatMarketValue, formatPercent } from '#shared/format.ts'
import { summariseMarket } from '#shared/rules/market.ts'

/** Four cards, computed from the listed assets. */
export function MarketSummaryCards() {
  const { data, priceOf } = usePrices()
  const { assets, marketCap, volume24h, btcDominance } =
    (data && summariseMarket(data, priceOf)) ?? {}
  const figures = {
    'Total assets': assets,
    'Market cap': marketCap && formatMarketValue(marketCap),
    '24h volume': volume24h && formatMarketValue(volume24h),
    'BTC dominance': btcDominance && formatPercent(btcDominance),
  }
  return (
    <section aria-label="Market summary" className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-2 md:gap-4 lg:grid-cols-4">
        {Object.entries(figures).map(([label, value]) => (
          <Card key={label}>
            <Stat label={label} value={value} />
          </Card>
        ))}
      </div>
      <p className="text-fg-3 text-xs">
        Of the assets listed here, with circulating supplies as of {formatDay(SUPPLY_AS_OF)}.
      </p>
    </section>
  )
}
