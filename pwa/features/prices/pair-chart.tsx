import { useState } from 'react'
import { useCandles } from '#pwa/hooks/use-candles.ts'
import { Card } from '#pwa/ui/card.tsx'
import { CandleChart } from '#pwa/ui/charts/candle-chart.tsx'
import type { PriceLine } from '#pwa/ui/charts/candles.ts'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { CANDLE_INTERVALS, type CandleInterval } from '#shared/rules/prices.ts'

interface PairChartProps {
  base: string
  pair: string
  lines?: readonly PriceLine[]
  expiry?: { time: number; label: string } | undefined
}

/** Candles and volume of one pair, at the interval that the person chooses. */
export function PairChart({ base, pair, lines, expiry }: PairChartProps) {
  const [interval, setInterval] = useState<CandleInterval>('1m')
  const { candles, error, refetch } = useCandles(base, interval)
  return (
    <Card>
      <SegmentedControl
        label="Candle interval"
        className="mb-3 md:max-w-80"
        value={interval}
        onValueChange={setInterval}
        options={CANDLE_INTERVALS.map((value) => ({ value, label: value }))}
      />
      {!candles && error ? (
        <ErrorState message={error.message} onRetry={refetch} />
      ) : (
        <CandleChart
          label={`${pair}, ${interval} candles`}
          candles={candles}
          {...(lines ? { lines } : {})}
          expiry={expiry}
          empty={<EmptyState title="No data">Candles stand here once prices arrive.</EmptyState>}
        />
      )}
    </Card>
  )
}
