import { useMemo, useState } from 'react'
import { Card } from '#pwa/ui/card.tsx'
import { StepChart } from '#pwa/ui/charts/step-chart.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import type { Analytics } from '#shared/contract/analytics.ts'
import { formatLimit, formatUsd } from '#shared/format.ts'
import { axisCount, axisUsd, lengthOf, stepName } from './scales.ts'

type Measure = 'value' | 'count'

/** What was approved: its value on the day, and how many requests. */
export function DepositsCard({ deposits, step }: Pick<Analytics, 'deposits' | 'step'>) {
  const [measure, setMeasure] = useState<Measure>('value')
  const { points, unpriced } = deposits
  const steps = useMemo(
    () =>
      points.map(({ start, count, value }) => {
        if (measure === 'count') return { start, parts: [count] }
        return { start, parts: value === null ? null : [lengthOf(value)] }
      }),
    [points, measure],
  )
  return (
    <Card
      title={titleOf(deposits, measure)}
      action={
        <SegmentedControl
          label="Deposits by"
          className="w-44 shrink-0"
          value={measure}
          onValueChange={setMeasure}
          options={[
            { value: 'value', label: 'Value' },
            { value: 'count', label: 'Number' },
          ]}
        />
      }
    >
      <StepChart
        label={`Approved deposits by ${step}`}
        steps={steps}
        formatValue={measure === 'value' ? axisUsd : axisCount}
        empty={deposits.count === 0 ? 'No deposit was approved in this period.' : undefined}
        table={{
          head: [step === 'day' ? 'Day' : 'Week', 'Approved', 'Value', 'Amounts'],
          rows: points.map(({ start, count, value, amounts }) => [
            stepName(start, step),
            axisCount(count),
            value === null ? 'Not known' : formatUsd(value),
            amounts.map(({ symbol, amount }) => `${formatLimit(amount)} ${symbol}`).join(', ') ||
              '—',
          ]),
        }}
      />
      {unpriced.length > 0 && (
        <p className="text-fg-3 text-xs">
          Days on which no price of {unpriced.join(', ')} was recorded have no value.
        </p>
      )}
    </Card>
  )
}

function titleOf({ count, value }: Analytics['deposits'], measure: Measure): string {
  if (measure === 'count') return `Deposits: ${axisCount(count)}`
  return `Deposits: ${value === null ? 'value not known' : formatUsd(value)}`
}
