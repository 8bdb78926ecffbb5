import { type ComponentProps, useMemo } from 'react'
import { StepChart } from '#pwa/ui/charts/step-chart.tsx'
import type { AnalyticsStep } from '#shared/rules/analytics.ts'
import { stepName } from './scales.ts'

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
