import { type ReactNode, useState } from 'react'
import { useCandles } from '#pwa/hooks/use-candles.ts'
import { usePrices } from '#pwa/hooks/use-prices.ts'
import { Card } from '#pwa/ui/card.tsx'
import { CandleChart } from '#pwa/ui/charts/candle-chart.tsx'
import type { PriceLine } from '#pwa/ui/charts/candles.ts'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { ChangeText, Missing, PriceText } from '#pwa/ui/money.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#pwa/ui/states.tsx'
import { formatVolume } from '#shared/format.ts'
import { CANDLE_INTERVALS, type CandleInterval } from '#shared/rules/prices.ts'
import { t } from '#shared/text/t.ts'

interface PairChartProps {
  base: string
  pair: string
  lines?: readonly PriceLine[]
  expiry?: { time: number; label: string } | undefined
}

export function PairChart({ base, pair, lines, expiry }: PairChartProps) {
  const [interval, setInterval] = useState<CandleInterval>('1m')
  const { candles, error, refetch } = useCandles(base, interval)
  return (
    <Card>
      <SegmentedControl
        label={t('Candle interval')}
        className="mb-3 md:max-w-80"
        value={interval}
        onValueChange={setInterval}
        options={CANDLE_INTERVALS.map((value) => ({ value, label: value }))}
      />
      {!candles && error ? (
        <ErrorState message={error.message} onRetry={refetch} />
      ) : (
        <CandleChart
          label={t('{pair}, {interval} candles', { pair, interval })}
          candles={candles}
          {...(lines ? { lines } : {})}
          expiry={expiry}
          empty={
            <EmptyState title={t('No data')}>
              {t('Candles appear as soon as prices arrive.')}
            </EmptyState>
          }
        />
      )}
    </Card>
  )
}

interface PairHeaderProps {
  base: string
  pair: string
  /** Shown instead of the pair's name: a choice of pairs. */
  picker?: ReactNode
}

export function PairHeader({ base, pair, picker }: PairHeaderProps) {
  const { data, priceOf } = usePrices()
  const row = data?.find(({ symbol }) => symbol === base)
  const price = priceOf(base)
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 md:gap-x-10">
      <div className="flex items-center gap-3 max-md:flex-1">
        <span className="max-[22.5rem]:hidden">
          <CoinIcon symbol={base} />
        </span>
        {picker ?? (
          <div>
            <h1 className="font-semibold text-fg text-lg">{pair}</h1>
            <p className="text-fg-3 text-xs">{row?.name ?? base}</p>
          </div>
        )}
      </div>
      <div className="flex min-h-13 flex-col max-md:items-end">
        {!data && <Skeleton className="my-1 h-6 w-28" />}
        {data && price === undefined && (
          <span className="my-auto font-semibold text-fg-2">{t('Price not available')}</span>
        )}
        {data && price !== undefined && (
          <>
            <PriceText price={price} className="font-semibold text-fg text-xl" />
            <ChangeText percent={row?.change24h} className="font-medium text-sm" />
          </>
        )}
      </div>
      <p className="flex gap-1.5 text-fg-3 text-xs max-md:w-full max-md:justify-end md:flex-col md:gap-1">
        {t('24h volume')}
        <span className="num text-fg-2 md:font-medium md:text-fg md:text-sm">
          {row?.volume24h == null ? <Missing /> : `${formatVolume(row.volume24h)} USDT`}
        </span>
      </p>
    </header>
  )
}
