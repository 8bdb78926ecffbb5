import { useCallback, useState } from 'react'
import { Card } from '#pwa/ui/card.tsx'
import { Field, Select } from '#pwa/ui/field.tsx'
import type { Analytics, ReviewTimes } from '#shared/contract/analytics.ts'
import { t, translated } from '#shared/text/t.ts'
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
      title={
        times?.median == null
          ? t('Review times: none')
          : t('Review times: median {time}', { time: formatDuration(times.median) })
      }
      action={
        <Field label={t('Request type')} labelHidden className="w-40 shrink-0">
          <Select value={kind} onChange={(event) => setKind(event.target.value)}>
            {reviewTimes.map((each) => (
              <option key={each.kind} value={each.kind}>
                {translated(each.label)}
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
  // In the language of this render: the axis is drawn again in another one.
  const inUnit = translated(unit.text)
  const formatValue = useCallback((value: number) => t(inUnit, { count: trimmed(value) }), [inUnit])
  return (
    <StepFigures
      of={t('{kind}: review times', { kind: translated(label) })}
      step={step}
      points={points}
      partsOf={partsOf}
      parts={[
        t('Median {time}', { time: timeText(median) }),
        t('95% within {time} ({count, plural, one {# decision} other {# decisions}})', {
          time: timeText(p95),
          count,
        }),
      ]}
      formatValue={formatValue}
      columns={{
        [t('Decisions')]: (point) => axisCount(point.count),
        [t('Median')]: (point) => timeText(point.median),
        [t('95% within')]: (point) => timeText(point.p95),
      }}
      isEmpty={count === 0}
      empty={t('Nothing was decided in this period.')}
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
