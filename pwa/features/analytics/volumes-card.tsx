import { useMemo } from 'react'
import { Card } from '#pwa/ui/card.tsx'
import { StepChart } from '#pwa/ui/charts/step-chart.tsx'
import type { Analytics } from '#shared/contract/analytics.ts'
import { formatUsd } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import { axisUsd, lengthOf, stepName } from './scales.ts'

const PARTS = ['spot', 'futures', 'conversions'] as const
const NAMES = ['Spot', 'Futures', 'Conversions']

type Parts = Readonly<Record<(typeof PARTS)[number], Decimal>>

/** What was traded: executed orders, opened stakes, conversions. */
export function VolumesCard({ volumes, step }: Pick<Analytics, 'volumes' | 'step'>) {
  const { points } = volumes
  const steps = useMemo(
    () =>
      points.map((point) => ({
        start: point.start,
        parts: PARTS.map((part) => lengthOf(point[part])),
      })),
    [points],
  )
  const total = totalOf(volumes)
  return (
    <Card title={`Volumes: ${formatUsd(total)}`}>
      <StepChart
        label={`Volumes by ${step}`}
        steps={steps}
        parts={PARTS.map((part, index) => `${NAMES[index]} ${formatUsd(volumes[part])}`)}
        formatValue={axisUsd}
        empty={total === '0' ? 'Nothing was traded in this period.' : undefined}
        table={{
          head: [step === 'day' ? 'Day' : 'Week', ...NAMES, 'Total'],
          rows: points.map((point) => [
            stepName(point.start, step),
            ...PARTS.map((part) => formatUsd(point[part])),
            formatUsd(totalOf(point)),
          ]),
        }}
      />
    </Card>
  )
}

function totalOf(parts: Parts): Decimal {
  return formatUnits(PARTS.reduce((sum, part) => sum + parseUnits(parts[part]), 0n))
}
