import { useCallback, useState } from 'react'
import { Card } from '#pwa/ui/card.tsx'
import { Field, Select } from '#pwa/ui/field.tsx'
import type { Analytics, ReviewTimes } from '#shared/contract/analytics.ts'
import { StepFigures } from './figure-cards.tsx'
import { axisCount, durationUnit, formatDuration } from './scales.ts'

export function ReviewTimesCard({
  reviewTimes,
  reviewStep,
}: Pick<Analytics, 'reviewTimes' | 'reviewStep'>) {
  const [kind, setKind] = useState(() => busiestOf(reviewTimes))
  const times = reviewTimes.find((each) => each.kind === kind)
  return (
    <Card
      title={`Review times: ${times?.median == null ? 'none' : `median ${formatDuration(times.median)}`}`}
      action={
        <Field label="Review times of" labelHidden className="w-40 shrink-0">
          <Select value={kind} onChange={(event) => setKind(event.target.value)}>
            {reviewTimes.map((each) => (
              <option key={each.kind} value={each.kind}>
                {each.label}
              </option>
            ))}
          </Select>
        </Field>
      }
    >
      {times && <TimesChart times={times} step={reviewStep} />}
    </Card>
  )
}

type Times = ReviewTimes['points'][number]

function TimesChart({ times, step }: { times: ReviewTimes } & Pick<Analytics, 'step'>) {
  const { label, points, median, p95, count } = times
  const unit = durationUnit(Math.max(...points.map((point) => point.p95 ?? 0)))
  const partsOf = useCallback(
    (point: Times) => {
      if (point.median === null || point.p95 === null) return null
      return [point.median, point.p95 - point.median].map((each) => each / unit.seconds)
    },
    [unit],
  )
  const formatValue = useCallback((value: number) => `${trimmed(value)} ${unit.short}`, [unit])
  return (
    <StepFigures
      of={`Review times of ${label.toLowerCase()}`}
      step={step}
      points={points}
      partsOf={partsOf}
      parts={[
        `Median ${timeText(median)}`,
        `95 of 100 within ${timeText(p95)}, of ${axisCount(count)} ${count === 1 ? 'decision' : 'decisions'}`,
      ]}
      formatValue={formatValue}
      columns={{
        Decisions: (point) => axisCount(point.count),
        Median: (point) => timeText(point.median),
        '95 of 100 within': (point) => timeText(point.p95),
      }}
      isEmpty={count === 0}
      empty="Nothing was decided in this period."
    />
  )
}

function busiestOf(times: readonly ReviewTimes[]): string | undefined {
  return times.toSorted((a, b) => b.count - a.count)[0]?.kind
}

function timeText(seconds: number | null): string {
  return seconds === null ? '—' : formatDuration(seconds)
}

function trimmed(value: number): string {
  return String(Math.round(value * 100) / 100)
}
