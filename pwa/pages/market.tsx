import { MarketList, MarketSummaryCards } from '#pwa/features/prices/market-lists.tsx'
import { t } from '#shared/text/t.ts'

export function MarketPage() {
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">{t('Markets')}</h1>
      <MarketSummaryCards />
      <MarketList />
    </div>
  )
}
