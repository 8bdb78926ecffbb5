import { type ComponentProps, useMemo, useState } from 'react'
import { Card } from '#pwa/ui/card.tsx'
import { StepChart } from '#pwa/ui/charts/step-chart.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import type { Analytics } from '#shared/contract/analytics.ts'
import { formatLimit, formatUsd } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import type { AnalyticsStep } from '#shared/rules/analytics.ts'
import { allOf } from '#shared/text/listed.ts'
import { msg, t } from '#shared/text/t.ts'
import { axisCount, axisUsd, stepName } from './scales.ts'

export function SignUpsCard({ signUps, step }: Pick<Analytics, 'signUps' | 'step'>) {
  return (
    <Card title={t('Sign-ups: {count}', { count: axisCount(signUps.total) })}>
      <StepFigures
        of={t('Sign-ups')}
        step={step}
        points={signUps.points}
        partsOf={countOf}
        formatValue={axisCount}
        columns={{ [t('Sign-ups')]: ({ count }) => axisCount(count) }}
        isEmpty={signUps.total === 0}
        empty={t('No sign-ups in this period.')}
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
      title={byValue ? worthText(value) : t('Deposits: {count}', { count: axisCount(count) })}
      action={
        <SegmentedControl
          label={t('Deposits by')}
          className="w-44 shrink-0"
          value={measure}
          onValueChange={setMeasure}
          options={[
            { value: 'value', label: t('Value') },
            { value: 'count', label: t('Number') },
          ]}
        />
      }
    >
      <StepFigures
        of={t('Approved deposits')}
        step={step}
        points={points}
        partsOf={byValue ? worthOf : countOf}
        formatValue={byValue ? axisUsd : axisCount}
        columns={{
          [t('Approved')]: (point) => axisCount(point.count),
          [t('Value')]: ({ value: worth }) => (worth === null ? t('Not known') : formatUsd(worth)),
          [t('Amounts')]: ({ amounts }) =>
            allOf(amounts.map(({ symbol, amount }) => `${formatLimit(amount)} ${symbol}`)) || '—',
        }}
        isEmpty={count === 0}
        empty={t('No deposit was approved in this period.')}
      />
      {unpriced.length > 0 && (
        <p className="text-fg-3 text-xs">
          {t('Days on which no price of {symbols} was recorded have no value.', {
            symbols: allOf(unpriced),
          })}
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

function worthText(value: Decimal | null): string {
  return value === null
    ? t('Deposits: value not known')
    : t('Deposits: {value}', { value: formatUsd(value) })
}

const PARTS = ['spot', 'futures', 'conversions'] as const
const NAMES = {
  spot: msg('Spot'),
  futures: msg('Futures'),
  conversions: msg('Conversions'),
} as const
type Volumes = Readonly<Record<(typeof PARTS)[number], Decimal>>

/** What was traded: executed orders, opened stakes, conversions. */
export function VolumesCard({ volumes, step }: Pick<Analytics, 'volumes' | 'step'>) {
  const total = totalOf(volumes)
  return (
    <Card title={t('Volumes: {value}', { value: formatUsd(total) })}>
      <StepFigures
        of={t('Volumes')}
        step={step}
        points={volumes.points}
        partsOf={volumesOf}
        parts={PARTS.map((part) =>
          t('{name} {value}', { name: t(NAMES[part]), value: formatUsd(volumes[part]) }),
        )}
        formatValue={axisUsd}
        columns={{
          [t('Spot')]: ({ spot }) => formatUsd(spot),
          [t('Futures')]: ({ futures }) => formatUsd(futures),
          [t('Conversions')]: ({ conversions }) => formatUsd(conversions),
          [t('Total')]: (point) => formatUsd(totalOf(point)),
        }}
        isEmpty={total === '0'}
        empty={t('Nothing was traded in this period.')}
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
  /**
   * The value of a point; null if it is not known. The chart is redrawn when this function changes.
   */
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
      label={t('{figures} by {step, select, day {day} other {week}}', { figures: of, step })}
      steps={steps}
      empty={isEmpty ? empty : undefined}
      table={{
        head: [step === 'day' ? t('Day') : t('Week'), ...Object.keys(columns)],
        items: points.map((point) => [
          stepName(point.start, step),
          ...Object.values(columns).map((write) => write(point)),
        ]),
        cellsOf: (row) => row,
      }}
    />
  )
}
