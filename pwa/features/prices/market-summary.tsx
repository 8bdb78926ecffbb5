import { usePrices } from '#pwa/hooks/use-prices.ts'
import { Card } from '#pwa/ui/card.tsx'
import { Stat } from '#pwa/ui/stat.tsx'
import { SUPPLY_AS_OF } from '#shared/assets.ts'
import { formatDay, formatMarketValue, formatPercent } from '#shared/format.ts'
import { summariseMarket } from '#shared/rules/market.ts'

/** Four cards, computed from the listed assets. */
export function MarketSummaryCards() {
  const { data, priceOf } = usePrices()
  const summary = data && summariseMarket(data, priceOf)
  return (
    <section aria-label="Market summary" className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-2 md:gap-4 lg:grid-cols-4">
        <Card>
          <Stat label="Total assets" value={summary?.assets} />
        </Card>
        <Card>
          <Stat
            label="Market cap"
            value={summary?.marketCap && formatMarketValue(summary.marketCap)}
          />
        </Card>
        <Card>
          <Stat
            label="24h volume"
            value={summary?.volume24h && formatMarketValue(summary.volume24h)}
          />
        </Card>
        <Card>
          <Stat
            label="BTC dominance"
            value={summary?.btcDominance && formatPercent(summary.btcDominance)}
          />
        </Card>
      </div>
      <p className="text-fg-3 text-xs">
        Of the assets listed here, with circulating supplies as of {formatDay(SUPPLY_AS_OF)}.
      </p>
    </section>
  )
}
