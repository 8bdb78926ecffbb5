import { useTrend } from '#pwa/hooks/use-candles.ts'
import { usePrices } from '#pwa/hooks/use-prices.ts'
import { Sparkline } from '#pwa/ui/charts/sparkline.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { ChangeText, PriceText } from '#pwa/ui/money.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { t } from '#shared/text/t.ts'

/** Source: docs/product.md, Screens and navigation. */
const SYMBOLS = ['BTC', 'ETH', 'TRX']

export function PricePanel() {
  return (
    <ul className="grid grid-cols-3 gap-2 large-text:grid-cols-1 md:gap-4">
      {SYMBOLS.map((symbol) => (
        <li
          key={symbol}
          className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-2 min-[24rem]:p-3 md:p-4 lg:flex-row lg:items-center lg:justify-between"
        >
          <div className="flex min-w-0 flex-col gap-1">
            <span className="flex items-center gap-2 font-medium text-fg-2 text-sm">
              <CoinIcon symbol={symbol} size="small" />
              {symbol}
            </span>
            <Figures symbol={symbol} />
          </div>
          <Trend symbol={symbol} />
        </li>
      ))}
    </ul>
  )
}

/** Has the same height while it loads, and with or without a price. */
function Figures({ symbol }: { symbol: string }) {
  const { data, priceOf } = usePrices()
  const price = priceOf(symbol)
  if (!data) {
    return (
      <span className="flex h-11 flex-col justify-center gap-1.5 md:h-12">
        <Skeleton className="h-4 w-full max-w-20" />
        <Skeleton className="h-3 w-12" />
      </span>
    )
  }
  if (price === undefined) {
    return (
      <span className="flex h-11 items-center text-fg-3 text-xs md:h-12">
        {t('Price not available')}
      </span>
    )
  }
  return (
    <span className="flex min-h-11 flex-col md:min-h-12">
      <PriceText
        price={price}
        className="font-semibold text-fg text-sm tracking-tight min-[24rem]:text-base md:text-lg"
      />
      <ChangeText
        percent={data.find((row) => row.symbol === symbol)?.change24h}
        className="font-medium text-xs"
      />
    </span>
  )
}

/** The line has the colour of the change beside it. */
function Trend({ symbol }: { symbol: string }) {
  const change = usePrices().data?.find((row) => row.symbol === symbol)?.change24h
  return (
    <Sparkline
      values={useTrend(symbol)}
      rising={change == null ? undefined : !change.startsWith('-')}
      className="h-8 w-full md:h-10 lg:w-28"
    />
  )
}
