import { type ComponentProps, useMemo, useState } from 'react'
import { Card } from '#pwa/ui/card.tsx'
import { StepChart } from '#pwa/ui/charts/step-chart.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import type { Analytics } from '#shared/contract/analytics.ts'
import { formatLimit, formatUsd } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import type { AnalyticsStep } from '#shared/rules/analytics.ts'
import { axisCount, axisUsd, stepName } from './scales.ts'

export function SignUpsCard({ signUps, step }: Pick<Analytics, 'signUps' | 'step'>) {
  return (
    <Card title={`Sign-ups: ${axisCount(signUps.total)}`}>
      <StepFigures
        of="Sign-ups"
        step={step}
        points={signUps.points}
        partsOf={countOf}
        formatValue={axisCount}
        columns={{ 'Sign-ups': ({ count }) => axisCount(count) }}
        isEmpty={signUps.total === 0}
        empty="No sign-ups in this period."
      />
    </Card>
  )
}

export function DepositsCard({ deposits, step }: Pick<Analytics, 'deposits' | 'step'>) {
  const [measure, setMeasure] = useState<'value' | 'count'>('value')
  const { points, unpriced, count, value } = deposits
  const byValue = measure === 'value'
  return (
    <Card
      title={`Deposits: ${byValue ? usdOr(value, 'value not known') : axisCount(count)}`}
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
      <StepFigures
        of="Approved deposits"
        step={step}
        points={points}
        partsOf={byValue ? worthOf : countOf}
        formatValue={byValue ? axisUsd : axisCount}
        columns={{
          Approved: (point) => axisCount(point.count),
          Value: (point) => usdOr(point.value, 'Not known'),
          Amounts: ({ amounts }) =>
            amounts.map(({ symbol, amount }) => `${formatLimit(amount)} ${symbol}`).join(', ') ||
            '—',
        }}
        isEmpty={count === 0}
        empty="No deposit was approved in this period."
      />
      {unpriced.length > 0 && (
        <p className="text-fg-3 text-xs">
          Days on which no price of {unpriced.join(', ')} was recorded have no value.
        </p>
      )}
    </Card>
  )
}

function countOf({ count }: { readonly count: number }) {
  return [count]
}

function worthOf({ value }: { readonly value: Decimal | null }) {
  return value === null ? null : [Number(value)]
}

function usdOr(value: Decimal | null, otherwise: string): string {
  return value === null ? otherwise : formatUsd(value)
}

const PARTS = ['spot', 'futures', 'conversions'] as const
const NAMES = { spot: 'Spot', futures: 'Futures', conversions: 'Conversions' } as const
type Volumes = Readonly<Record<(typeof PARTS)[number], Decimal>>

/** What was traded: executed orders, opened stakes, conversions. */
export function VolumesCard({ volumes, step }: Pick<Analytics, 'volumes' | 'step'>) {
  const total = totalOf(volumes)
  return (
    <Card title={`Volumes: ${formatUsd(total)}`}>
      <StepFigures
        of="Volumes"
        step={step}
        points={volumes.points}
        partsOf={volumesOf}
        parts={PARTS.map((part) => `${NAMES[part]} ${formatUsd(volumes[part])}`)}
        formatValue={axisUsd}
        columns={{
          Spot: ({ spot }) => formatUsd(spot),
          Futures: ({ futures }) => formatUsd(futures),
          Conversions: ({ conversions }) => formatUsd(conversions),
          Total: (point) => formatUsd(totalOf(point)),
        }}
        isEmpty={total === '0'}
        empty="Nothing was traded in this period."
      />
    </Card>
  )
}

function volumesOf(point: Volumes) {
  return PARTS.map((part) => Number(point[part]))
}

function totalOf(volumes: Volumes): Decimal {
  return formatUnits(PARTS.reduce((sum, part) => sum + parseUnits(volumes[part]), 0n))
}

interface StepFiguresProps<Point>
  extends Omit<ComponentProps<typeof StepChart>, 'steps' | 'table' | 'label' | 'empty'> {
  /** What is counted; the step completes it. */
  of: string
  step: AnalyticsStep
  points: readonly Point[]
  /** What is drawn of a point; null where it is not known. The chart is redrawn with another one. */
  partsOf: (point: Point) => readonly number[] | null
  /** The columns of the table by their heads. */
  columns: Readonly<Record<string, (point: Point) => string>>
  isEmpty: boolean
  empty: string
}

/** A chart of days or weeks, and the same figures as a table. */
export function StepFigures<Point extends { readonly start: string }>(
  props: StepFiguresProps<Point>,
) {
  const { of, step, points, partsOf, columns, isEmpty, empty, ...chart } = props
  const steps = useMemo(
    () => points.map((point) => ({ start: point.start, parts: partsOf(point) })),
    [points, partsOf],
  )
  return (
    <StepChart
      {...chart}
      label={`${of} by ${step}`}
      steps={steps}
      empty={isEmpty ? empty : undefined}
      table={{
        head: [step === 'day' ? 'Day' : 'Week', ...Object.keys(columns)],
        rows: points.map((point) => [
          stepName(point.start, step),
          ...Object.values(columns).map((textOf) => textOf(point)),
        ]),
      }}
    />
  )
}
