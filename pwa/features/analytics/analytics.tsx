import { Age } from '#pwa/ui/age.tsx'
import { ChartsBy } from '#pwa/ui/charts/charts-by.tsx'
import { Loaded } from '#pwa/ui/loaded.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { Analytics as Figures } from '#shared/contract/analytics.ts'
import { ANALYTICS_PERIODS, type AnalyticsPeriod } from '#shared/rules/analytics.ts'
import { msg, t } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import { DepositsCard, SignUpsCard, VolumesCard } from './figure-cards.tsx'
import { LiabilitiesCard } from './liabilities-card.tsx'
import { ReviewTimesCard } from './review-times-card.tsx'
import { useAnalytics } from './use-analytics.ts'

const LABELS: Readonly<Record<AnalyticsPeriod, string>> = {
  '7d': msg('7 days'),
  '30d': msg('30 days'),
  '90d': msg('90 days'),
  '1y': msg('1 year'),
}

interface AnalyticsProps {
  period: AnalyticsPeriod
  onPeriod: (period: AnalyticsPeriod) => void
}

export function Analytics({ period, onPeriod }: AnalyticsProps) {
  const figures = useAnalytics(period)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          label={t('Period')}
          className="w-full sm:w-96"
          value={period}
          onValueChange={onPeriod}
          options={ANALYTICS_PERIODS.map((value) => ({ value, label: t(LABELS[value]) }))}
        />
        {figures.updatedAtMs !== undefined && <Age at={instantOf(figures.updatedAtMs)} />}
      </div>
      <Loaded query={figures} failed={t('Failed to fetch analytics')} loading={<Loading />}>
        {(data) => <Charts figures={data} />}
      </Loaded>
    </div>
  )
}

function Charts({ figures }: { figures: Figures }) {
  return (
    <>
      {figures.behind > 0 && (
        <Notice tone="warn">
          {t(
            '{count, plural, one {# event is not counted yet. The figures catch up automatically.} other {# events are not counted yet. The figures catch up automatically.}}',
            { count: figures.behind },
          )}
        </Notice>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <SignUpsCard {...figures} />
        <DepositsCard {...figures} />
        <VolumesCard {...figures} />
        <ReviewTimesCard {...figures} />
      </div>
      <LiabilitiesCard {...figures} />
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-fg-3 text-xs">
        <span>
          {rich('Days begin at midnight UTC. Counted up to position {position} of the log.', {
            position: <bdi className="num">{figures.position}</bdi>,
          })}
        </span>
        <ChartsBy />
      </p>
    </>
  )
}

function Loading() {
  return (
    <div role="status" aria-label={t('Loading')} className="grid gap-4 lg:grid-cols-2">
      {['sign-ups', 'deposits', 'volumes', 'times'].map((name) => (
        <Skeleton key={name} className="h-80 w-full" />
      ))}
    </div>
  )
}
