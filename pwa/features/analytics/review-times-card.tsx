import { useMemo, useState } from 'react'
import { Card } from '#pwa/ui/card.tsx'
import { StepChart } from '#pwa/ui/charts/step-chart.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Select } from '#pwa/ui/select.tsx'
import type { Analytics, ReviewTimes } from '#shared/contract/analytics.ts'
import { REVIEW_KINDS, type ReviewKind } from '#shared/rules/analytics.ts'
import { axisCount, durationUnit, formatDuration, stepName } from './scales.ts'

const NAMES: Readonly<Record<ReviewKind, string>> = {
  order: 'Orders',
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
  kyc: 'Verifications',
  loan: 'Loans',
}

/** How long people waited for a decision, from when they asked for it. */
export function ReviewTimesCard({
  reviewTimes,
  reviewStep,
}: Pick<Analytics, 'reviewTimes' | 'reviewStep'>) {
  const [kind, setKind] = useState<ReviewKind>(() => busiestOf(reviewTimes))
  const times = reviewTimes.find((each) => each.kind === kind)
  return (
    <Card
      title={`Review times: ${times?.median == null ? 'none' : `median ${formatDuration(times.median)}`}`}
      action={
        <Field label="Review times of" labelHidden className="w-40 shrink-0">
          <Select value={kind} onChange={(event) => setKind(event.target.value as ReviewKind)}>
            {REVIEW_KINDS.map((each) => (
              <option key={each} value={each}>
                {NAMES[each]}
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

function TimesChart({ times, step }: { times: ReviewTimes } & Pick<Analytics, 'step'>) {
  const { points } = times
  const unit = durationUnit(Math.max(...points.map(({ p95 }) => p95 ?? 0)))
  const steps = useMemo(
    () =>
      points.map(({ start, median, p95 }) => {
        if (median === null || p95 === null) return { start, parts: null }
        return { start, parts: [median, p95 - median].map((each) => each / unit.seconds) }
      }),
    [points, unit],
  )
  const formatValue = useMemo(() => (value: number) => `${trimmed(value)} ${unit.short}`, [unit])
  return (
    <StepChart
      label={`Review times of ${NAMES[times.kind].toLowerCase()} by ${step}`}
      steps={steps}
      parts={[
        `Median ${timeText(times.median)}`,
        `95 of 100 within ${timeText(times.p95)}, of ${axisCount(times.count)} ${times.count === 1 ? 'decision' : 'decisions'}`,
      ]}
      formatValue={formatValue}
      empty={times.count === 0 ? 'Nothing was decided in this period.' : undefined}
      table={{
        head: [step === 'day' ? 'Day' : 'Week', 'Decisions', 'Median', '95 of 100 within'],
        rows: points.map(({ start, count, median, p95 }) => [
          stepName(start, step),
          axisCount(count),
          timeText(median),
          timeText(p95),
        ]),
      }}
    />
  )
}

function busiestOf(times: readonly ReviewTimes[]): ReviewKind {
  const [busiest] = times.toSorted((a, b) => b.count - a.count)
  return busiest?.kind ?? 'deposit'
}

function timeText(seconds: number | null): string {
  return seconds === null ? '—' : formatDuration(seconds)
}

function trimmed(value: number): string {
  return String(Math.round(value * 100) / 100)
}
