import { useMemo } from 'react'
import { Card } from '#pwa/ui/card.tsx'
import { StepChart } from '#pwa/ui/charts/step-chart.tsx'
import type { Analytics } from '#shared/contract/analytics.ts'
import { axisCount, stepName } from './scales.ts'

export function SignUpsCard({ signUps, step }: Pick<Analytics, 'signUps' | 'step'>) {
  const { points, total } = signUps
  const steps = useMemo(
    () => points.map(({ start, count }) => ({ start, parts: [count] })),
    [points],
  )
  return (
    <Card title={`Sign-ups: ${axisCount(total)}`}>
      <StepChart
        label={`Sign-ups by ${step}`}
        steps={steps}
        formatValue={axisCount}
        empty={total === 0 ? 'Nobody signed up in this period.' : undefined}
        table={{
          head: [step === 'day' ? 'Day' : 'Week', 'Sign-ups'],
          rows: points.map(({ start, count }) => [stepName(start, step), axisCount(count)]),
        }}
      />
    </Card>
  )
}
